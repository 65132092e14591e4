/* insulate check [PATH...]: what in the sources is not isolated. */
#include <stdio.h>
#include <string.h>

#include "checks/checks.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/strbuf.h"
#include "commands/command.h"
#include "commands/fixes.h"
#include "commands/left_out.h"
#include "commands/quotation.h"
#include "commands/requirement.h"
#include "csource/headers.h"
#include "csource/reader.h"
#include "model/tokens.h"

enum {
    OLDEST_MINOR = 2,     /* the limited API begins with 3.2 */
    FINAL_RELEASE = 0xf0, /* PY_RELEASE_LEVEL_FINAL, in PY_VERSION_HEX */
    OLDEST_CHECKED = 0x030900f0, /* branches for older Pythons are passed over */
};

struct check_options {
    struct common_options common;
    const char *database, *python, *libclang, *floor, *abi3, *configurations;
    const char *stdin_name, *claim;
    struct words exclude;
    int jobs;
    bool fix, diff;
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
    {"exclude", 0, OPTION_WORDS, OPTION(struct check_options, exclude), "GLOB",
     "leave out files and directories that GLOB means, as code of other projects "
     "(repeatable)"},
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
    {"claim", 0, OPTION_WORD, OPTION(struct check_options, claim), "gil-not-used",
     "report data races as if every module declared Py_MOD_GIL_NOT_USED"},
    {"fix", 0, OPTION_FLAG, OPTION(struct check_options, fix), NULL,
     "apply the fixes of findings to the files"},
    {"diff", 0, OPTION_FLAG, OPTION(struct check_options, diff), NULL,
     "print what --fix would change, as a diff; write nothing"},
    {"stdin-filename", 0, OPTION_WORD, OPTION(struct check_options, stdin_name), "FILE",
     "check the text on stdin in place of FILE"},
    {0},
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
    if (n_units != 0) {
        run->summary = arena_format(run->arena, "checked %zu file%s", n_units,
                                    n_units == 1 ? "" : "s");
    }
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

/* What a run checks, once or, with --fix, again after each change. */
struct checking {
    struct run *run;
    const struct check_options *options;
    struct source_request request;
    struct check_versions versions;
    bool is_again; /* what it reads was said already */
};

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
            run_say(run, "also checked with %s", next->label);
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
    }
    checks_end(checks, tour);
    return 0;
}

/* Read the sources with TEXTS in place of files, and check them: a struct rechecker's. */
static int
read_and_check(void *data, const struct source_text *texts, size_t n_texts,
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

/* --- stdin ---------------------------------------------------------------- */

/* Is the text that is checked on stdin?  Then its FILE is the only path. */
static int
take_stdin(struct run *run, const struct check_options *options,
           struct source_text *out_text, bool *out_is_stdin, struct error *err)
{
    bool is_dash = words_have(&run->operands, "-");
    *out_is_stdin = options->stdin_name != NULL;
    if (options->stdin_name == NULL) {
        return is_dash ? error_set(err, ERROR_USAGE,
                                   "reading stdin requires --stdin-filename FILE, "
                                   "which says what it is and whose flags it has")
                       : 0;
    }
    if (run->operands.n_items != (is_dash ? 1 : 0)) {
        return error_set(err, ERROR_USAGE, "PATH cannot be used with --stdin-filename");
    }
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    char part[1 << 16];
    size_t size;
    while ((size = fread(part, 1, sizeof part, stdin)) > 0) {
        if (text.size + size > LIMIT_SOURCE_SIZE) {
            return error_set(err, ERROR_LIMIT, "the text on stdin is larger than %lld MiB",
                             LIMIT_SOURCE_SIZE >> 20);
        }
        strbuf_add(&text, part, size);
    }
    if (ferror(stdin)) {
        return error_set_errno(err, "cannot read stdin");
    }
    *out_text = (struct source_text){
        .real_path = path_full(run->arena, options->stdin_name),
        .text = arena_copy(run->arena, text.size > 0 ? text.text : "", text.size),
        .size = text.size,
    };
    run->operands = (struct words){0};
    words_add(run->arena, &run->operands, options->stdin_name);
    return 0;
}

/* --- fixes ----------------------------------------------------------------- */

static void
say_what_is_fixed(struct run *run, const struct fixes *fixes, size_t n_files,
                  const char *verb)
{
    if (fixes->n_held != 0) {
        run_say(run, "%zu fix%s not applied: with %s, the sources would have other "
                     "findings",
                fixes->n_held, fixes->n_held == 1 ? "" : "es",
                fixes->n_held == 1 ? "it" : "them");
    }
    if (fixes->n_outside != 0) {
        run_say(run,
                "%zu fix%s not applied: %s is not below the given paths; add it to them",
                fixes->n_outside, fixes->n_outside == 1 ? "" : "es", fixes->outside);
    }
    run->clean = "nothing left to do by hand";
    run->summary =
        fixes->n_fixed == 0
            ? "nothing to fix"
            : arena_format(run->arena, "%s %zu finding%s in %zu file%s", verb,
                           fixes->n_fixed, fixes->n_fixed == 1 ? "" : "s", n_files,
                           n_files == 1 ? "" : "s");
}

static size_t
count_changed(const struct fixes *fixes, const struct source *before)
{
    size_t n = 0;
    for (size_t i = 0; i < before->n_files; i++) {
        n += fixes_text(fixes, before->files[i]) != NULL;
    }
    return n;
}

/* The one file of stdin as it is now. */
static const char *
text_of_stdin(const struct run *run, const struct fixes *fixes,
              const struct source_text *text)
{
    for (size_t i = 0; i < fixes->n_texts; i++) {
        if (strcmp(fixes->texts[i].real_path, text->real_path) == 0) {
            text = &fixes->texts[i];
        }
    }
    return arena_copy(run->arena, text->text, text->size);
}

/* Fix what FINDINGS of SOURCE have a fix for; the findings that are left are the run's. */
static int
fix(struct checking *checking, struct source *source, struct findings *findings,
    const struct source_text *text, struct error *err)
{
    struct run *run = checking->run;
    const struct rechecker rechecker = {read_and_check, checking};
    struct fixes fixes;
    if (fixes_make(run, &rechecker, source, findings, text, text != NULL, &fixes, err)
        != 0)
    {
        return -1;
    }
    size_t n_files = count_changed(&fixes, source);
    run->findings = *fixes.findings;
    findings_quote(&run->findings, fixes.source);
    if (checking->options->diff) {
        run->diff = fixes_diff(run, &fixes, source);
        run->document = run->diff;
        run->has_changes = n_files != 0;
    }
    else if (text != NULL) {
        run->document = text_of_stdin(run, &fixes, text);
    }
    else if (fixes_write(run, &fixes, source, &n_files, err) != 0) {
        return -1;
    }
    say_what_is_fixed(run, &fixes, n_files,
                      checking->options->diff ? "would fix" : "fixed");
    return 0;
}

static int
run_check(struct run *run, const struct check_options *options)
{
    static const char *const current_folder[] = {"."};
    struct checking checking = {.run = run, .options = options};
    struct source_text text;
    bool is_stdin;
    struct error err = ERROR_INIT;
    if (parse_versions(options, &checking.versions, &err) != 0
        || take_stdin(run, options, &text, &is_stdin, &err) != 0)
    {
        return run_fail(run, &err);
    }
    if (options->fix && options->diff) {
        error_set(&err, ERROR_USAGE, "--fix cannot be used with --diff");
        return run_fail(run, &err);
    }
    bool is_named = run->operands.n_items != 0;
    checking.request = (struct source_request){
        .paths = is_named ? run->operands.items : current_folder,
        .n_paths = is_named ? run->operands.n_items : 1,
        .database = options->database,
        .python = options->python,
        .libclang = options->libclang,
        .arguments = run->after.items,
        .n_arguments = run->after.n_items,
        .jobs = (unsigned)options->jobs,
    };
    request_exclude(run, &options->exclude, &checking.request);
    struct source *source;
    run_limit(run, &options->limits);
    if (read_and_check(&checking, is_stdin ? &text : NULL, is_stdin, &source,
                       &run->findings, &err)
        != 0)
    {
        return run_fail(run, &err);
    }
    findings_quote(&run->findings, source);
    if (options->fix || options->diff) {
        struct findings findings = run->findings;
        if (fix(&checking, source, &findings, is_stdin ? &text : NULL, &err) != 0) {
            return run_fail(run, &err);
        }
    }
    return run_report(run, run->has_changes);
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
