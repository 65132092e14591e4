#include "commands/checking.h"

#include <stdio.h>
#include <string.h>

#include "commands/left_out.h"
#include "commands/requirement.h"
#include "csource/headers.h"
#include "csource/reader.h"
#include "model/tokens.h"

enum {
    OLDEST_MINOR = 2,     /* the limited API begins with 3.2 */
    FINAL_RELEASE = 0xf0, /* PY_RELEASE_LEVEL_FINAL, in PY_VERSION_HEX */
    OLDEST_CHECKED = 0x030900f0, /* branches for older Pythons are passed over */
};

static void
say_what_was_read(struct run *run, const struct source *source)
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
    run_leave_out(run, source);
    if (source->n_unlisted != 0) {
        run_say(run,
                "%zu file%s not checked: the compilation database does not list %s "
                "(%s%s); record a build that compiles %s, or name a file explicitly",
                source->n_unlisted, source->n_unlisted == 1 ? "" : "s",
                source->n_unlisted == 1 ? "it" : "them", source->unlisted[0],
                source->n_unlisted == 1 ? "" : " …",
                source->n_unlisted == 1 ? "it" : "them");
    }
    if (source->n_unrelated != 0) {
        run_say_more(run,
                     "%zu file%s that the compilation database does not list %s skipped: "
                     "without names of Python's C API, or a copy of a listed one",
                     source->n_unrelated, source->n_unrelated == 1 ? "" : "s",
                     source->n_unrelated == 1 ? "is" : "are");
    }
    if (source->untested != NULL) {
        run_warn(run, "%s", source->untested);
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
    run->summary = n_units == 0 ? "no C or C++ files found"
                                : arena_format(run->arena, "checked %zu file%s", n_units,
                                               n_units == 1 ? "" : "s");
    run->clean = n_units == 0 ? "nothing to check" : NULL;
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
    if (options->claim != NULL && strcmp(options->claim, "gil-not-used") != 0) {
        return error_set(err, ERROR_USAGE,
                         "invalid value '%s' for --claim (choose from gil-not-used)",
                         options->claim);
    }
    versions->without_gil = options->claim != NULL;
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
check_others(const struct checking *checking, const struct source_request *first,
             const struct source *source, struct checks *checks, struct error *err)
{
    struct run *run = checking->run;
    struct python_header_list pythons = python_headers_list(run->arena);
    struct tour *tour = ARENA_NEW(run->arena, struct tour);
    unsigned floor = checking->versions.floor;
    if (floor == 0) {
        unsigned required = requirement_floor(run->arena, first->paths[0]);
        floor = required > OLDEST_CHECKED ? required : OLDEST_CHECKED;
    }
    tour_init(tour, run->arena, source, &pythons, floor, checking->versions.abi3);
    const struct configuration *next;
    size_t n_configurations = 1;
    while ((next = tour_next(tour)) != NULL) {
        struct source_request request = *first;
        struct source *other;
        request.configuration = next;
        request.python = next->headers ? NULL : first->python;
        if (source_read(run->arena, &request, &other, err) != 0) {
            return error_wrap(err, "with %s", next->label);
        }
        size_t n_broken = count_problems(other);
        if (!checking->is_again) {
            n_configurations++;
            run_say_more(run, "also checked with %s", next->label);
        }
        if (!checking->is_again && n_broken > count_problems(source)) {
            run_say_more(run, "%zu file%s not parse with %s: %s:%u: %s", n_broken,
                         n_broken == 1 ? " does" : "s do", next->label,
                         other->problems[0].path, other->problems[0].line,
                         other->problems[0].message);
        }
        checks_add(checks, other, next);
        tour_add(tour, next, other);
    }
    if (!checking->is_again) {
        say_what_is_left(run, tour);
        if (n_configurations > 1) {
            run->summary = arena_format(run->arena, "%s in %zu configurations",
                                        run->summary, n_configurations);
        }
    }
    checks_end(checks, tour);
    return 0;
}

int
checking_read(void *data, const struct source_text *texts, size_t n_texts,
               struct source **out_source, struct findings *out_findings,
               struct error *err)
{
    struct checking *checking = data;
    struct run *run = checking->run;
    struct source_request request = checking->request;
    request.texts = texts;
    request.n_texts = n_texts;
    if (source_read(run->arena, &request, out_source, err) != 0) {
        return -1;
    }
    if (!checking->is_again) {
        say_what_was_read(run, *out_source);
    }
    struct checks *checks =
        checks_begin(run->arena, *out_source, &checking->versions, out_findings);
    if (strcmp(checking->options->configurations, "one") == 0) {
        checks_end(checks, NULL);
    }
    else if (check_others(checking, &request, *out_source, checks, err) != 0) {
        return -1;
    }
    checking->is_again = true;
    return 0;
}

int
checking_begin(struct checking *checking, struct run *run,
               const struct check_options *options, struct error *err)
{
    static const char *const current_folder[] = {"."};
    *checking = (struct checking){.run = run, .options = options};
    if (parse_versions(options, &checking->versions, err) != 0) {
        return -1;
    }
    bool is_named = run->operands.n_items != 0;
    checking->request = (struct source_request){
        .paths = is_named ? run->operands.items : current_folder,
        .n_paths = is_named ? run->operands.n_items : 1,
        .database = options->database,
        .python = options->python,
        .libclang = options->libclang,
        .arguments = run->after.items,
        .n_arguments = run->after.n_items,
        .jobs = (unsigned)options->jobs,
    };
    request_exclude(run, &options->exclude, &checking->request);
    return 0;
}
