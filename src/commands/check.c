/* insulate check [PATH...]: what in the sources is not isolated. */
#include <stdio.h>
#include <string.h>

#include "checks/checks.h"
#include "base/file.h"
#include "commands/command.h"
#include "commands/quotation.h"
#include "commands/requirement.h"
#include "csource/headers.h"
#include "csource/reader.h"
#include "model/tokens.h"

enum {
    OLDEST_MINOR = 2,     /* the limited API begins with 3.2 */
    FINAL_RELEASE = 0xf0, /* PY_RELEASE_LEVEL_FINAL, in PY_VERSION_HEX */
    OLDEST_JUDGED = 0x030900f0, /* branches for older Pythons are passed over */
};

struct check_options {
    struct common_options common;
    const char *database, *python, *libclang, *floor, *abi3, *configurations;
    int jobs;
    struct limits limits;
};

const struct option check_options[] = {
    {"database", 'p', OPTION_WORD, OPTION(struct check_options, database), "DIR",
     "directory of the compile_commands.json to use"},
    {"python", 0, OPTION_WORD, OPTION(struct check_options, python), "EXE",
     "Python whose headers are used if there is no compilation database (default: "
     "python3)"},
    {"libclang", 0, OPTION_WORD, OPTION(struct check_options, libclang), "PATH",
     "libclang library to load"},
    {"jobs", 'j', OPTION_NUMBER, OPTION(struct check_options, jobs), "N",
     "number of parallel jobs (default: CPU count)"},
    {"max-time", 0, OPTION_SECONDS, OPTION(struct check_options, limits.max_time), "S",
     "CPU time limit of one file, in seconds; the run has 60 times that (default: 60)"},
    {"max-memory", 0, OPTION_NUMBER, OPTION(struct check_options, limits.max_memory),
     "MIB", "memory limit of the run, in MiB (default: 2048, plus 512 per job and 64 "
            "per file)"},
    {"python-floor", 0, OPTION_WORD, OPTION(struct check_options, floor), "X.Y",
     "oldest supported CPython; report APIs that are newer than this version"},
    {"abi3", 0, OPTION_WORD, OPTION(struct check_options, abi3), "X.Y",
     "report APIs that are not in the limited API of X.Y"},
    {"configurations", 0, OPTION_WORD, OPTION(struct check_options, configurations),
     "one|all", "also analyse inactive #if branches: one (no), all (yes; default)"},
    {0},
};

static void
say_what_was_read(const struct run *run, const struct source *source)
{
    size_t n_units = 0, n_broken = 0;
    for (size_t i = 0; i < source->n_files; i++) {
        n_units += source->files[i]->is_main;
        n_broken += source->files[i]->is_main && source->files[i]->is_broken;
    }
    if (n_broken != 0 && source->n_guessed != 0) {
        run_say(run,
                "%zu of %zu file%s not parse. There is no compile_commands.json, so "
                "only the headers of Python are searched: create one with 'insulate "
                "record -- BUILD', or pass compiler flags after --",
                n_broken, n_units, n_units == 1 ? " does" : "s do");
    }
    if (n_units == 0) {
        run_say(run, "no C or C++ files found");
    }
    if (source->n_unlisted != 0) {
        run_say(run,
                "%zu file%s skipped: the compilation database does not list %s (%s%s); "
                "name a file explicitly to check it",
                source->n_unlisted, source->n_unlisted == 1 ? "" : "s",
                source->n_unlisted == 1 ? "it" : "them", source->unlisted[0],
                source->n_unlisted == 1 ? "" : " …");
    }
    for (size_t i = 0; i < source->n_ignored; i++) {
        run_warn(run, "the compiler argument %s is ignored: it is not passed to "
                      "libclang",
                 source->ignored[i]);
    }
    for (size_t i = 0; i < source->n_dropped; i++) {
        run_say_more(run, "%s of the build is not passed to libclang",
                     source->dropped[i]);
    }
    run_say_more(run, "%zu file%s read", n_units, n_units == 1 ? "" : "s");
}

/* "3.9" as PY_VERSION_HEX of its first release; 0 for NULL. */
static int
parse_version(const char *option, const char *text, unsigned *out_version,
              struct error *err)
{
    unsigned major, minor;
    char rest;
    *out_version = 0;
    if (text == NULL) {
        return 0;
    }
    if (sscanf(text, "%2u.%2u%c", &major, &minor, &rest) != 2 || major != 3
        || minor < OLDEST_MINOR)
    {
        return error_set(err, ERROR_USAGE,
                         "invalid value '%s' for --%s (expected X.Y, 3.%d or newer)",
                         text, option, OLDEST_MINOR);
    }
    *out_version = major << 24 | minor << 16;
    return 0;
}

static int
parse_versions(const struct check_options *options, struct check_versions *versions,
               struct error *err)
{
    if (parse_version("python-floor", options->floor, &versions->floor, err) != 0
        || parse_version("abi3", options->abi3, &versions->abi3, err) != 0)
    {
        return -1;
    }
    versions->floor |= versions->floor ? FINAL_RELEASE : 0;
    return 0;
}

/* --- other configurations ------------------------------------------------- */

static size_t
count_problems(const struct source *source)
{
    size_t n = 0;
    for (size_t i = 0; i < source->n_files; i++) {
        n += source->files[i]->is_main && source->files[i]->is_broken;
    }
    return n;
}

/* One line for all branches that nothing here could read. */
static void
say_what_is_left(const struct run *run, struct tour *tour)
{
    size_t n = 0;
    const struct branch *first = NULL;
    for (size_t i = 0; i < tour->n_branches; i++) {
        const struct branch *branch = &tour->branches[i];
        bool is_left = branch->is_interesting && tour_lacks(tour, branch);
        first = is_left && first == NULL ? branch : first;
        n += is_left;
    }
    if (n != 0) {
        uint32_t offset = first->file->tokens[first->first].begin;
        run_say(run,
                "%zu #if branch%s not checked: no configuration that was read "
                "activates %s (%s:%u%s)",
                n, n == 1 ? "" : "es", n == 1 ? "it" : "them", first->file->path,
                source_line(first->file, offset), n == 1 ? "" : " …");
    }
}

/* Read the sources again in each configuration that takes a branch which the first
 * one, SOURCE, leaves out. */
static int
check_others(struct run *run, const struct source_request *first,
             const struct source *source, const struct check_versions *versions,
             struct checks *checks, struct error *err)
{
    struct python_header_list pythons = python_headers_list(run->arena);
    struct tour *tour = ARENA_NEW(run->arena, struct tour);
    unsigned floor = versions->floor;
    if (floor == 0) {
        unsigned required = requirement_floor(run->arena, first->paths[0]);
        floor = required > OLDEST_JUDGED ? required : OLDEST_JUDGED;
    }
    tour_init(tour, run->arena, source, &pythons, floor, versions->abi3);
    const struct configuration *next;
    while ((next = tour_next(tour)) != NULL) {
        struct source_request request = *first;
        struct source *other;
        request.configuration = next;
        request.python = next->headers ? NULL : first->python;
        if (source_read(run->arena, &request, &other, err) != 0) {
            return error_wrap(err, "with %s", next->label);
        }
        run_say(run, "also checked with %s", next->label);
        size_t n_broken = count_problems(other);
        if (n_broken > count_problems(source)) {
            run_say_more(run, "%zu file%s not parse with %s: %s:%u: %s", n_broken,
                         n_broken == 1 ? " does" : "s do", next->label,
                         other->problems[0].path, other->problems[0].line,
                         other->problems[0].message);
        }
        checks_add(checks, other, next);
        tour_add(tour, next, other);
    }
    say_what_is_left(run, tour);
    checks_end(checks, tour);
    return 0;
}

static int
run_check(struct run *run, const struct check_options *options)
{
    static const char *const current_folder[] = {"."};
    bool is_named = run->operands.n_items != 0;
    struct source_request request = {
        .paths = is_named ? run->operands.items : current_folder,
        .n_paths = is_named ? run->operands.n_items : 1,
        .database = options->database,
        .python = options->python,
        .libclang = options->libclang,
        .arguments = run->after.items,
        .n_arguments = run->after.n_items,
        .jobs = (unsigned)options->jobs,
    };
    struct error err = ERROR_INIT;
    struct source *source;
    struct check_versions versions;
    if (parse_versions(options, &versions, &err) != 0) {
        return run_fail(run, &err);
    }
    run_limit(run, &options->limits);
    if (source_read(run->arena, &request, &source, &err) != 0) {
        return run_fail(run, &err);
    }
    say_what_was_read(run, source);
    struct checks *checks =
        checks_begin(run->arena, source, &versions, &run->findings);
    if (strcmp(options->configurations, "one") == 0) {
        checks_end(checks, NULL);
    }
    else if (check_others(run, &request, source, &versions, checks, &err) != 0) {
        return run_fail(run, &err);
    }
    findings_quote(&run->findings, source);
    return run_report(run, false);
}

int
cmd_check(const struct command *self, int argc, char **argv)
{
    struct check_options options = {.common = COMMON_OPTIONS_INIT,
                                    .configurations = "all"};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0) {
        code = run_check(&run, &options);
    }
    return run_end(&run, code);
}
