/* The words of `insulate convert`, and what they mean. */
#ifndef INSULATE_COMMANDS_CONVERT_OPTIONS_H
#define INSULATE_COMMANDS_CONVERT_OPTIONS_H

#include "base/error.h"
#include "commands/command.h"
#include "convert/convert.h"
#include "model/source.h"

struct convert_command {
    struct common_options common;
    const char *database, *python, *libclang, *stage, *floor, *abi3;
    int jobs;
    struct words exclude, thread_safe;
    struct limits limits;
    bool exports, use_header, exact_pickling, whole_or_nothing, state_per_interpreter, threads, plan;
    bool write, recover;
};

MUST_CHECK int convert_options_parse(const struct convert_command *words,
                                     struct convert_options *out, struct error *err);
/* A build that defines Py_LIMITED_API goes on doing so, as its headers hide the rest: let
 * OPTIONS keep to it where no word says more. */
MUST_CHECK int convert_options_limit(struct run *run,
                                     const struct convert_command *words,
                                     const struct source *source,
                                     struct convert_options *options,
                                     struct error *err);

#endif
