#include "commands/convert_options.h"

#include <stdio.h>
#include <string.h>

#include "convert/facts/modules.h"

enum { OLDEST_LIMITED = 5, OLDEST_FLOOR = 9, NEWEST_MINOR = 99 };
enum { OLDEST_OF_HEADER = 0x03090000, OLDEST_OF_EXPORT = 0x030F0000 };

/* X.Y as PY_VERSION_HEX; OLDEST is the lowest Y that is covered. */
static int
parse_version(const char *option, const char *text, unsigned oldest, unsigned *out,
              struct error *err)
{
    unsigned major, minor;
    char rest;
    if (sscanf(text, "%2u.%2u%c", &major, &minor, &rest) != 2 || major != 3
        || minor > NEWEST_MINOR)
    {
        return error_set(err, ERROR_USAGE,
                         "invalid value '%s' for %s (expected X.Y, for example 3.9)",
                         text, option);
    }
    if (minor < oldest) {
        return error_set(
            err, ERROR_UNSUPPORTED, "unsupported %s %s: %s", option, text,
            oldest == OLDEST_FLOOR
                ? "heap types can access their module only in 3.9 and newer"
                : "multi-phase initialisation requires 3.5 or newer");
    }
    *out = major << 24 | minor << 16;
    return 0;
}

static int
parse_stage(const char *text, enum convert_stage *out_stage, struct error *err)
{
    static const struct {
        const char *name;
        enum convert_stage stage;
    } stages[] = {{"init", STAGE_INIT},
                  {"state", STAGE_STATE},
                  {"types", STAGE_ALL}, /* the last one: nothing is left for more */
                  {"all", STAGE_ALL}};
    for (size_t i = 0; i < ARRAY_LENGTH(stages); i++) {
        if (strcmp(text, stages[i].name) == 0) {
            *out_stage = stages[i].stage;
            return 0;
        }
    }
    return error_set(
        err, ERROR_USAGE,
        "invalid value '%s' for --stage (choose from init, state, types, all)", text);
}

static int
check_limited_api(const struct convert_options *options, struct error *err)
{
    const unsigned minor = options->abi3 >> 16 & 0xff;
    if (options->use_header && options->abi3 != 0 && options->abi3 < OLDEST_OF_HEADER) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "--use-header does not support the limited API of 3.%u: "
                         "insulate.h requires 3.9 or newer",
                         minor);
    }
    if (options->exports && options->abi3 != 0 && options->abi3 < OLDEST_OF_EXPORT) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "--export does not support the limited API of 3.%u: "
                         "PyModExport requires 3.15 or newer",
                         minor);
    }
    return 0;
}

int
convert_options_parse(const struct convert_command *words, struct convert_options *out,
                      struct error *err)
{
    out->stage = STAGE_ALL;
    out->abi3 = 0;
    out->use_header = words->use_header;
    out->exact_pickling = words->exact_pickling;
    out->exports = words->exports;
    out->whole_or_nothing = words->whole_or_nothing;
    out->state_per_interpreter = words->state_per_interpreter;
    out->thread_safe = words->thread_safe.items;
    out->n_thread_safe = words->thread_safe.n_items;
    if (words->stage != NULL && parse_stage(words->stage, &out->stage, err) != 0) {
        return -1;
    }
    if (words->abi3 != NULL
        && parse_version("--abi3", words->abi3, OLDEST_LIMITED, &out->abi3, err) != 0)
    {
        return -1;
    }
    if (check_limited_api(out, err) != 0) {
        return -1;
    }
    /* What keeps to a limited API runs on every Python from that one on. */
    if (words->abi3 != NULL && words->floor == NULL) {
        out->floor = out->abi3;
        return 0;
    }
    return parse_version("--python-floor", words->floor != NULL ? words->floor : "3.9",
                         OLDEST_FLOOR, &out->floor, err);
}

int
convert_options_limit(struct run *run, const struct convert_command *words,
                      const struct source *source, struct convert_options *options,
                      struct error *err)
{
    enum { OLDEST = 0x03000000 | OLDEST_LIMITED << 16 };
    unsigned limited = words->abi3 != NULL ? 0 : modules_limited_api(source, run->arena);
    if (limited == 0) {
        return 0;
    }
    options->build_abi3 = limited;
    options->abi3 = limited > OLDEST ? limited & 0xffff0000 : OLDEST;
    if (words->floor == NULL) {
        options->floor = options->abi3;
    }
    if (limited < OLDEST) {
        return check_limited_api(options, err); /* no module is converted */
    }
    run_say(run, "the build uses the limited API of 3.%u; so does the result",
            options->abi3 >> 16 & 0xff);
    return check_limited_api(options, err);
}
