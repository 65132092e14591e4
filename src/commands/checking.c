#include "commands/checking.h"

#include <stdio.h>
#include <string.h>

#include "commands/left_out.h"
#include "commands/requirement.h"
#include "csource/headers.h"
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

/* "NAME:REASON" */
static int
parse_forbidden(struct arena *arena, const char *word, struct forbidden_name *out,
                struct error *err)
{
    size_t size = strcspn(word, ":");
    const char *reason = word + size + (word[size] == ':');
    reason += strspn(reason, " ");
    *out = (struct forbidden_name){arena_copy(arena, word, size),
                                   arena_string(arena, reason)};
    return size != 0 && *reason != '\0'
               ? 0
               : error_set(err, ERROR_USAGE,
                           "invalid value '%s' for --forbid (expected NAME:REASON)", word);
}

static int
parse_all_forbidden(struct arena *arena, const struct words *words,
                    struct check_versions *versions, struct error *err)
{
    struct forbidden_name *names =
        ARENA_ARRAY(arena, struct forbidden_name, words->n_items);
    for (size_t i = 0; i < words->n_items; i++) {
        if (parse_forbidden(arena, words->items[i], &names[i], err) != 0) {
            return -1;
        }
    }
    versions->forbidden = names;
    versions->n_forbidden = words->n_items;
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

/* FIRST, in CONFIGURATION. */
static struct source_request
request_in(const struct source_request *first, const struct configuration *configuration)
{
    struct source_request request = *first;
    request.configuration = configuration;
    request.python = configuration->headers ? NULL : first->python;
    return request;
}

/* The next configuration of TOUR, or NULL; it is read from now on. */
static const struct configuration *
begin_next(struct checking *checking, const struct source_request *first,
           struct tour *tour)
{
    const struct configuration *next = tour_next(tour);
    if (next != NULL) {
        struct source_request request = request_in(first, next);
        early_reading_begin(checking->readings, &request);
    }
    return next;
}

static void
begin_expected(struct checking *checking, const struct source_request *first)
{
    for (size_t i = 0; i < checking->n_expected; i++) {
        struct source_request request = request_in(first, &checking->expected[i]);
        early_reading_begin(checking->readings, &request);
    }
}

/* Begin with SOURCE, which was read as REQUEST says. */
static struct tour *
tour_of(const struct checking *checking, const struct source_request *request,
        const struct source *source)
{
    struct run *run = checking->run;
    struct python_header_list pythons = python_headers_list(run->arena);
    struct tour *tour = ARENA_NEW(run->arena, struct tour);
    unsigned floor = checking->versions.floor;
    if (floor == 0) {
        unsigned required = requirement_floor(run->arena, request->paths[0]);
        floor = required > OLDEST_CHECKED ? required : OLDEST_CHECKED;
    }
    tour_init(tour, run->arena, source, &pythons, floor, checking->versions.abi3);
    return tour;
}

static void
say_what_was_read_again(struct run *run, const struct source *first,
                        const struct source *other,
                        const struct configuration *configuration)
{
    size_t n_broken = count_problems(other);
    run_say_more(run, "also checked with %s", configuration->label);
    if (n_broken > count_problems(first)) {
        run_say_more(run, "%zu file%s not parse with %s: %s:%u: %s", n_broken,
                     n_broken == 1 ? " does" : "s do", configuration->label,
                     other->problems[0].path, other->problems[0].line,
                     other->problems[0].message);
    }
}

/* Read the sources again in each configuration that takes a branch which the first
 * one, SOURCE, leaves out; the next is read while rules run over the one before. */
static int
check_all(struct checking *checking, const struct source_request *first,
          const struct source *source, struct findings *findings, struct error *err)
{
    struct run *run = checking->run;
    struct tour *tour = tour_of(checking, first, source);
    const struct configuration *next = begin_next(checking, first, tour);
    struct checks *checks =
        checks_begin(run->arena, source, &checking->versions, findings);
    while (next != NULL) {
        const struct configuration *configuration = next;
        struct source_request request = request_in(first, configuration);
        struct source *other;
        if (early_reading_take(checking->readings, run->arena, &request, &other, err)
            != 0)
        {
            return error_wrap(err, "with %s", configuration->label);
        }
        if (!checking->is_again) {
            say_what_was_read_again(run, source, other, configuration);
        }
        tour_add(tour, configuration, other);
        next = begin_next(checking, first, tour);
        checks_add(checks, other, configuration);
    }
    if (!checking->is_again) {
        say_what_is_left(run, tour);
        if (tour->n_sources > 1) {
            run->summary = arena_format(run->arena, "%s in %zu configurations",
                                        run->summary, tour->n_sources);
        }
    }
    checks_end(checks, tour);
    checking->tour = tour; /* its sources may end before it does */
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
    begin_expected(checking, &request);
    if (early_reading_take(checking->readings, run->arena, &request, out_source, err)
        != 0)
    {
        return -1;
    }
    if (!checking->is_again) {
        say_what_was_read(run, *out_source);
    }
    if (strcmp(checking->options->configurations, "one") == 0) {
        struct checks *checks =
            checks_begin(run->arena, *out_source, &checking->versions, out_findings);
        checks_end(checks, NULL);
    }
    else if (check_all(checking, &request, *out_source, out_findings, err) != 0) {
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
    if (parse_versions(options, &checking->versions, err) != 0
        || parse_all_forbidden(run->arena, &options->forbid, &checking->versions, err) != 0)
    {
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
    checking->readings = early_readings_new(checking->request.jobs);
    return 0;
}

void
checking_end(struct checking *checking)
{
    early_readings_free(checking->readings);
    checking->readings = NULL;
}
