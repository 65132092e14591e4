/* Reading sources in all their configurations and checking them: what `check` and `lsp`
 * share. */
#ifndef INSULATE_COMMANDS_CHECKING_H
#define INSULATE_COMMANDS_CHECKING_H

#include "checks/checks.h"
#include "commands/command.h"
#include "csource/early_readings.h"
#include "csource/request.h"
#include "model/source.h"

struct check_options {
    struct common_options common;
    const char *database, *python, *libclang, *floor, *abi3, *configurations;
    const char *stdin_name, *claim, *changed_lines, *ignore_reason;
    struct words exclude, forbid;
    int jobs;
    bool fix, diff, watch, cache;
    struct limits limits;
};

#define CHECK_OPTIONS_INIT {.common = COMMON_OPTIONS_INIT, .configurations = "all"}

/* What a run checks, once or, with --fix, again after each change. */
struct checking {
    struct run *run;
    const struct check_options *options;
    struct source_request request;
    struct check_versions versions;
    bool is_again; /* what it reads was said already */
    const struct configuration *expected; /* that will probably be read, too */
    size_t n_expected;
    const struct tour *tour; /* what was read last, in more than one configuration; NULL:
                                nothing */
    struct early_readings *readings; /* owned */
};

/* Begin to check the operands of RUN, or the current folder, as OPTIONS say; all is
 * borrowed until checking_end.  Errors: an option's value that does not fit. */
MUST_CHECK int checking_begin(struct checking *checking, struct run *run,
                              const struct check_options *options, struct error *err);
/* Read the sources with TEXTS in place of files, and check them: a struct rechecker's. */
MUST_CHECK int checking_read(void *data, const struct source_text *texts, size_t n_texts,
                             struct source **out_source, struct findings *out_findings,
                             struct error *err);
/* The sources that were read end here. */
void checking_end(struct checking *checking);

#endif
