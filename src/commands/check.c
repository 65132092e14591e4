/* insulate check [PATH...]: what in the sources is not isolated. */
#include <string.h>

#include "base/access_log.h"
#include "base/file.h"
#include "base/limits.h"
#include "commands/changed_lines.h"
#include "commands/checking.h"
#include "commands/command.h"
#include "commands/fixes.h"
#include "commands/ignore_comments.h"
#include "commands/quotation.h"
#include "commands/result_cache.h"
#include "commands/standard_input.h"
#include "commands/watch.h"

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
    {"forbid", 0, OPTION_WORDS, OPTION(struct check_options, forbid), "NAME:REASON",
     "report uses of functions, variables and macros called NAME, which may be a pattern "
     "(repeatable)"},
    {"fix", 0, OPTION_FLAG, OPTION(struct check_options, fix), NULL,
     "apply the fixes of findings to the files"},
    {"diff", 0, OPTION_FLAG, OPTION(struct check_options, diff), NULL,
     "print what --fix would change, as a diff; write nothing"},
    {"add-ignores", 0, OPTION_WORD, OPTION(struct check_options, ignore_reason), "REASON",
     "add comments to the files that suppress the findings, with REASON"},
    {"changed-lines", 0, OPTION_WORD, OPTION(struct check_options, changed_lines), "DIFF",
     "report only findings on lines that DIFF adds or changes: a unified diff, or - for "
     "stdin"},
    {"stdin-filename", 0, OPTION_WORD, OPTION(struct check_options, stdin_name), "FILE",
     "check the text on stdin in place of FILE"},
    {"cache", 0, OPTION_FLAG, OPTION(struct check_options, cache), NULL,
     "keep the answer, and print it again as long as nothing that was read has changed"},
    {"watch", 'w', OPTION_FLAG, OPTION(struct check_options, watch), NULL,
     "check again whenever a file that was read changes, until Ctrl-C"},
    {0},
};

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
    *out_text = (struct source_text){
        .real_path = path_full(run->arena, options->stdin_name)};
    if (standard_input_read(run->arena, LIMIT_SOURCE_SIZE, &out_text->text,
                            &out_text->size, err)
        != 0)
    {
        return -1;
    }
    run->operands = (struct words){0};
    words_add(run->arena, &run->operands, options->stdin_name);
    return 0;
}

/* --- fixes ----------------------------------------------------------------- */

/* What is done, or with --diff would be, in words. */
struct wording {
    const char *one, *many; /* "1 fix not applied" */
    const char *verb, *done; /* "would fix", "fixed" */
    const char *clean;
};

static const struct wording of_fixes = {"fix", "fixes", "fix", "fixed",
                                        "nothing left to do by hand"};
static const struct wording of_ignores = {"suppression", "suppressions", "suppress",
                                          "suppressed", "no findings left"};

static void
say_what_is_fixed(struct run *run, const struct fixes *fixes, size_t n_files,
                  const struct wording *wording, bool is_done)
{
    if (fixes->n_held != 0) {
        run_say(run, "%zu %s not applied: with %s, the sources would have other findings",
                fixes->n_held, fixes->n_held == 1 ? wording->one : wording->many,
                fixes->n_held == 1 ? "it" : "them");
    }
    if (fixes->n_outside != 0) {
        run_say(run,
                "%zu %s not applied: %s is not below the given paths; add it to them",
                fixes->n_outside, fixes->n_outside == 1 ? wording->one : wording->many,
                fixes->outside);
    }
    run->clean = wording->clean;
    run->summary =
        fixes->n_fixed == 0
            ? arena_format(run->arena, "nothing to %s", wording->verb)
            : arena_format(run->arena, "%s%s %zu finding%s in %zu file%s",
                           is_done ? "" : "would ", is_done ? wording->done : wording->verb,
                           fixes->n_fixed, fixes->n_fixed == 1 ? "" : "s", n_files,
                           n_files == 1 ? "" : "s");
}

static void
give_ignores(void *data, const struct source *source, struct findings *findings)
{
    const struct checking *checking = data;
    ignore_comments_add(checking->run->arena, checking->options->ignore_reason, source,
                        findings);
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

static void
keep_changed(const void *changed, const struct source *source, struct findings *findings)
{
    changed_lines_keep(changed, source, findings);
}

/* Fix what FINDINGS of SOURCE have a fix for, on CHANGED lines unless that is NULL, or
 * suppress them; the findings that are left are the run's. */
static int
fix(struct checking *checking, struct source *source, struct findings *findings,
    const struct source_text *text, const struct changed_lines *changed,
    struct error *err)
{
    struct run *run = checking->run;
    bool adds_ignores = checking->options->ignore_reason != NULL;
    const struct rechecker rechecker = {
        .check = checking_read,
        .give = adds_ignores ? give_ignores : NULL,
        .data = checking,
        .keep = changed != NULL ? keep_changed : NULL,
        .keep_data = changed,
    };
    struct fixes fixes;
    if (fixes_make(run, &rechecker, source, findings, text, text != NULL, &fixes, err)
        != 0)
    {
        return -1;
    }
    size_t n_files = count_changed(&fixes, source);
    run->findings = *fixes.findings;
    if (changed != NULL) {
        changed_lines_keep(changed, fixes.source, &run->findings);
    }
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
    if (source->n_files != 0) {
        say_what_is_fixed(run, &fixes, n_files, adds_ignores ? &of_ignores : &of_fixes,
                          !checking->options->diff);
    }
    return 0;
}

/* --- changed lines ---------------------------------------------------------- */

/* What runs again and again writes nothing that it reads, and what writes or reads more
 * than files is no answer to keep. */
static int
check_kind_of_run(const struct check_options *options, struct error *err)
{
    if (options->watch && options->cache) {
        return error_set(err, ERROR_USAGE, "--watch cannot be used with --cache");
    }
    if (!options->watch && !options->cache) {
        return 0;
    }
    const struct {
        bool is_given;
        const char *name;
    } others[] = {{options->fix, "fix"},
                  {options->diff, "diff"},
                  {options->ignore_reason != NULL, "add-ignores"},
                  {options->changed_lines != NULL, "changed-lines"},
                  {options->stdin_name != NULL, "stdin-filename"},
                  {options->common.update_baseline, "update-baseline"},
                  {options->common.output != NULL, "output"},
                  {options->cache && options->common.reports.n_items != 0, "report"}};
    for (size_t i = 0; i < ARRAY_LENGTH(others); i++) {
        if (others[i].is_given) {
            return error_set(err, ERROR_USAGE, "--%s cannot be used with --%s",
                             options->watch ? "watch" : "cache", others[i].name);
        }
    }
    return 0;
}

/* A part of the findings is no base for what goes by all of them. */
static int
check_words(const struct check_options *options, struct error *err)
{
    if (check_kind_of_run(options, err) != 0) {
        return -1;
    }
    if (options->fix && options->diff) {
        return error_set(err, ERROR_USAGE, "--fix cannot be used with --diff");
    }
    if (options->fix && options->ignore_reason != NULL) {
        return error_set(err, ERROR_USAGE, "--fix cannot be used with --add-ignores");
    }
    if (options->ignore_reason != NULL
        && ignore_reason_check(options->ignore_reason, err) != 0)
    {
        return -1;
    }
    if (options->changed_lines == NULL) {
        return 0;
    }
    if (options->common.update_baseline) {
        return error_set(err, ERROR_USAGE,
                         "--changed-lines cannot be used with --update-baseline");
    }
    if (options->stdin_name != NULL && strcmp(options->changed_lines, "-") == 0) {
        return error_set(err, ERROR_USAGE,
                         "--changed-lines - cannot be used with --stdin-filename: only "
                         "one of them can be on stdin");
    }
    return 0;
}

static int
run_check(struct run *run, const struct check_options *options,
          struct watch_report *watcher)
{
    CLEANUP(checking_end) struct checking checking = {.run = run};
    struct source_text text;
    struct diff_files diff;
    struct changed_lines changed;
    bool is_stdin, has_changed = options->changed_lines != NULL;
    struct error err = ERROR_INIT;
    if (check_words(options, &err) != 0
        || (has_changed
            && changed_lines_read(run->arena, options->changed_lines, &diff, &err) != 0)
        || take_stdin(run, options, &text, &is_stdin, &err) != 0
        || checking_begin(&checking, run, options, &err) != 0)
    {
        return run_fail(run, &err);
    }
    struct source *source;
    run_limit(run, &options->limits);
    if (checking_read(&checking, is_stdin ? &text : NULL, is_stdin, &source,
                      &run->findings, &err)
        != 0)
    {
        return run_fail(run, &err);
    }
    watch_tell(watcher, run, source);
    if (has_changed && changed_lines_mark(run, &diff, source, &changed, &err) != 0) {
        return run_fail(run, &err);
    }
    findings_quote(&run->findings, source);
    if (options->fix || options->diff || options->ignore_reason != NULL) {
        struct findings findings = run->findings;
        if (fix(&checking, source, &findings, is_stdin ? &text : NULL,
                has_changed ? &changed : NULL, &err)
            != 0)
        {
            return run_fail(run, &err);
        }
    }
    else if (has_changed) {
        changed_lines_keep(&changed, source, &run->findings);
    }
    if (has_changed) {
        run->summary =
            arena_format(run->arena, "%s, %zu changed line%s", run->summary,
                         changed.n_lines, changed.n_lines == 1 ? "" : "s");
    }
    return run_report(run, run->has_changes);
}

/* The words of the program, for a round of --watch. */
struct words_again {
    const struct command *self;
    int argc;
    char **argv;
    struct run *run; /* of the first round */
    const struct check_options *options;
};

static int
check_again(void *data, bool is_first, struct watch_report *report)
{
    const struct words_again *words = data;
    if (is_first) {
        return run_end(words->run, run_check(words->run, words->options, report));
    }
    struct check_options options = CHECK_OPTIONS_INIT;
    struct run run;
    int code = run_begin(&run, words->self, words->argc, words->argv, &options.common);
    if (code < 0) {
        code = run_check(&run, &options, report);
    }
    return run_end(&run, code);
}

static int
watch(const struct command *self, int argc, char **argv, struct run *run,
      const struct check_options *options)
{
    struct words_again words = {self, argc, argv, run, options};
    struct error err = ERROR_INIT;
    return check_words(options, &err) == 0 ? watch_run(run, check_again, &words)
                                           : run_fail(run, &err);
}

/* Under --cache. */
static int
answer_or_check(int argc, char **argv, struct run *run,
                const struct check_options *options)
{
    struct result_cache cache;
    struct error err = ERROR_INIT;
    if (check_words(options, &err) != 0) {
        return run_fail(run, &err);
    }
    int code = result_cache_answer(&cache, run, argc, argv);
    if (code < 0) {
        code = run_check(run, options, NULL);
        result_cache_keep(&cache, run, code);
    }
    return code;
}

int
cmd_check(const struct command *self, int argc, char **argv)
{
    struct check_options options = CHECK_OPTIONS_INIT;
    struct run run;
    access_log_begin(); /* settings are read first */
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0 && options.cache) {
        code = answer_or_check(argc, argv, &run, &options);
        return run_end(&run, code);
    }
    access_log_drop();
    if (code < 0) {
        code = options.watch ? watch(self, argc, argv, &run, &options)
                             : run_check(&run, &options, NULL);
    }
    return run_end(&run, code);
}
