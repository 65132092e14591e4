#include "commands/common_options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/budget.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "model/rule.h"
#include "commands/settings.h"
#include "commands/shown_settings.h"
#include "base/limits.h"
#include "commands/selector.h"
#include "report/baseline.h"
#include "report/report.h"

/* --select and --ignore take "a,b" too. */
static void
split_words(struct arena *arena, struct words *words)
{
    struct words split = {0};
    for (size_t i = 0; i < words->n_items; i++) {
        selectors_split(arena, &split, words->items[i]);
    }
    *words = split;
}

/* FILE of OPTION is no input, and can be written as far as can be seen: what a long run
 * found would be lost at its end. */
static int
check_output(const struct run *run, const char *option, const char *file,
             struct error *err)
{
    for (size_t i = 0; i < run->operands.n_items; i++) {
        if (file_is_same(file, run->operands.items[i])) {
            return error_set(err, ERROR_USAGE, "--%s must not be an input file: %s",
                             option, run->operands.items[i]);
        }
    }
    return file_check_writable(file, err) == 0 ? 0 : error_wrap(err, "--%s", option);
}

static int
read_baseline(const struct run *run, struct baseline *out, struct error *err)
{
    const char *path = run->common->baseline;
    char *text;
    size_t size;
    if (file_read(run->arena, path, LIMIT_BASELINE_SIZE, &text, &size, NULL, err) != 0) {
        const char *why = arena_string(run->arena, err->message);
        return file_exists(path) ? -1
                                 : error_set(err, ERROR_IO,
                                             "%s; --update-baseline creates a baseline", why);
    }
    if (baseline_read(run->arena, text, size, run->folder, out, err) != 0) {
        return error_wrap(err, "%s", path);
    }
    return 0;
}

/* What --baseline names can be read and, with --update-baseline, written: known before a
 * long run, not behind it. */
static int
check_baseline(const struct run *run, struct error *err)
{
    const struct common_options *common = run->common;
    struct baseline ignored = {.arena = run->arena};
    if (common->update_baseline
        && file_check_writable(common->baseline, err) != 0)
    {
        return error_wrap(err, "--baseline");
    }
    bool is_read = !common->update_baseline || file_exists(common->baseline);
    return is_read ? read_baseline(run, &ignored, err) : 0;
}

/* The reporter of WORD, "FORMAT=FILE" of --report. */
static const struct reporter *
find_report(const struct run *run, const char *word, const char **out_file,
            struct error *err)
{
    size_t size = strcspn(word, "=");
    const struct reporter *reporter =
        reporter_find(arena_copy(run->arena, word, size));
    if (reporter == NULL || word[size] == '\0' || word[size + 1] == '\0') {
        error_set(err, ERROR_USAGE,
                  "invalid value '%s' for --report (expected FORMAT=FILE, with a FORMAT "
                  "of --format)",
                  word);
        return NULL;
    }
    *out_file = word + size + 1;
    return reporter;
}

static int
check_common(struct run *run, struct common_options *common, struct error *err)
{
    bool is_selected = common->select.n_items != 0;
    split_words(run->arena, &common->select);
    if (is_selected && common->select.n_items == 0) {
        return error_set(err, ERROR_USAGE,
                         "--select names no rule; 'insulate rule' lists all rules");
    }
    split_words(run->arena, &common->ignore);
    if (selectors_check(run->arena, &common->select, err) != 0
        || selectors_check(run->arena, &common->ignore, err) != 0
        || file_ignores_read(run->arena, &common->file_ignores, run->folder,
                             &run->file_ignores, err)
               != 0)
    {
        return -1;
    }
    if (common->update_baseline && common->baseline == NULL) {
        return error_set(err, ERROR_USAGE,
                         "--update-baseline requires --baseline FILE");
    }
    if (common->statistics && strcmp(common->format, "text") != 0
        && strcmp(common->format, "json") != 0)
    {
        return error_set(err, ERROR_USAGE,
                         "--statistics requires the format text or json, not %s",
                         common->format);
    }
    if (common->output != NULL && check_output(run, "output", common->output, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < common->reports.n_items; i++) {
        const char *file;
        if (find_report(run, common->reports.items[i], &file, err) == NULL
            || check_output(run, "report", file, err) != 0)
        {
            return -1;
        }
    }
    return common->baseline != NULL ? check_baseline(run, err) : 0;
}

/* The settings of the project: of the sources' for commands that read sources; what a
 * scanned or imported folder says of itself does not count. */
static int
apply_settings(struct run *run, const struct option *const *tables,
               const struct words *given, struct common_options *common,
               struct error *err)
{
    bool reads_sources = strcmp(run->command->name, "check") == 0
                         || strcmp(run->command->name, "convert") == 0;
    struct settings settings = {
        .tables = tables,
        .command = run->command->name,
        .file = common->config,
        .start =
            reads_sources && run->operands.n_items != 0 ? run->operands.items[0] : ".",
        .given = given,
    };
    const char *file;
    struct words notices = {0};
    if (settings_apply(run->arena, &settings, common, &file, &run->origins, &notices, err)
        != 0) {
        return -1;
    }
    for (size_t i = 0; i < notices.n_items; i++) {
        run_warn(run, "%s", notices.items[i]);
    }
    if (file != NULL) {
        run_say_more(run, "using the configuration in %s", file);
    }
    return 0;
}

/* An option that other commands have is not unknown: say why this one lacks it.  GIVEN is
 * that of options_parse, which failed. */
static void
explain_lack(const struct command *command, const struct words *given,
             struct error *err)
{
    const char *name = given->n_items != 0 ? given->items[given->n_items - 1] : "";
    const char *lack = common_option_lacks(command, name);
    if (lack != NULL) {
        error_set(err, ERROR_USAGE, "'%s' has no option --%s: %s", command->name, name,
                  lack);
    }
}

/* Begin RUN with the words of the command line; GIVEN as of options_parse. */
static int
parse_words(struct run *run, const struct command *command, int argc, char **argv,
            struct common_options *common, struct words *given, struct error *err)
{
    *run = (struct run){.command = command, .arena = arena_new(), .common = common};
    findings_init(&run->findings, run->arena);
    module_reports_init(&run->modules, run->arena);
    struct option_tables tables = command_options(command);
    run->folder = path_real(run->arena, ".");
    if (options_parse(run->arena, tables.items, argc, argv, common, &run->operands,
                      &run->after, given, err)
        != 0)
    {
        explain_lack(command, given, err);
        return -1;
    }
    for (size_t i = 0; !command->has_arguments && i < run->after.n_items; i++) {
        words_add(run->arena, &run->operands, run->after.items[i]);
    }
    return 0;
}

/* What the settings say besides, and is all of it sound? */
static int
complete_options(struct run *run, const struct words *given, struct common_options *common,
                 struct error *err)
{
    struct option_tables tables = command_options(run->command);
    return apply_settings(run, tables.items, given, common, err) != 0
                   || check_common(run, common, err) != 0
               ? -1
               : 0;
}

int
run_prepare(struct run *run, const struct command *command, int argc, char **argv,
            struct common_options *common, struct error *err)
{
    struct words given = {0};
    return parse_words(run, command, argc, argv, common, &given, err) != 0
                   || complete_options(run, &given, common, err) != 0
               ? -1
               : 0;
}

static int
show_settings(const struct run *run, const struct words *given)
{
    struct error err = ERROR_INIT;
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    struct option_tables tables = command_options(run->command);
    shown_settings_print(run->command->name, tables.items, run->common, given,
                         &run->origins, &text);
    return run_answer(run, text.text, text.size, &err) == 0 ? EXIT_CLEAN
                                                           : run_fail(run, &err);
}

int
run_begin(struct run *run, const struct command *command, int argc, char **argv,
          struct common_options *common)
{
    struct error err = ERROR_INIT;
    struct words given = {0};
    if (parse_words(run, command, argc, argv, common, &given, &err) != 0) {
        run_fail(run, &err);
        fprintf(stderr, "Run 'insulate %s --help' for usage.\n", command->name);
        return EXIT_UNABLE;
    }
    if (common->help) {
        print_help(command);
        return EXIT_CLEAN;
    }
    if (common->version) {
        puts("insulate " INSULATE_VERSION);
        return EXIT_CLEAN;
    }
    if (complete_options(run, &given, common, &err) != 0) {
        return run_fail(run, &err);
    }
    return common->show_settings ? show_settings(run, &given) : -1;
}

static void
note_printed(const struct run *run, bool is_error, const char *text, size_t size)
{
    struct transcript *transcript = run->transcript;
    if (transcript != NULL) {
        ARENA_GROW(run->arena, transcript->items, transcript->n_items,
                   transcript->capacity);
        transcript->items[transcript->n_items++] = (struct printed_part){
            is_error, arena_copy(run->arena, text, size), size};
    }
}

/* A line on stderr, in which names of foreign files and what their authors wrote obey no
 * terminal; characters of KEPT stay. */
static void
say_text(const struct run *run, const struct strbuf *text, const char *kept)
{
    CLEANUP(strbuf_done) struct strbuf line = STRBUF_INIT;
    strbuf_format(&line, "insulate %s: ", run->command->name);
    strbuf_add_visible(&line, text->text, text->size, kept);
    strbuf_add_char(&line, '\n');
    note_printed(run, true, line.text, line.size);
    fputs(line.text, stderr);
}

/* Is there a program called NAME, on PATH or as a path? */
static bool
has_program(struct arena *arena, const char *name)
{
    if (strchr(name, '/') != NULL) {
        return access(name, X_OK) == 0 && !file_is_folder(name);
    }
    char *path = arena_string(arena, getenv("PATH") ? getenv("PATH") : "");
    char *state = NULL;
    for (char *part = strtok_r(path, ":", &state); part != NULL;
         part = strtok_r(NULL, ":", &state))
    {
        if (access(path_join(arena, part, name), X_OK) == 0) {
            return true;
        }
    }
    return false;
}

/* The value of --python, or what stands for it; NULL: this command has no such option. */
static const char *
python_of(const struct run *run)
{
    for (const struct option *option = run->command->options; option->name; option++) {
        if (strcmp(option->name, "python") == 0) {
            const char *value;
            memcpy(&value, (const char *)run->common + option->offset, sizeof value);
            return value != NULL ? value : "python3";
        }
    }
    return NULL;
}

int
run_fail(const struct run *run, const struct error *err)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    strbuf_add_string(&text, err->message);
    const char *python = err->kind == ERROR_CHILD ? python_of(run) : NULL;
    if (python != NULL && !has_program(run->arena, python)) {
        strbuf_format(&text, "; name an installed Python with --python ('insulate doctor' "
                             "reports what is found)");
    }
    say_text(run, &text, "");
    return EXIT_UNABLE;
}

static void
drop_unselected(const struct run *run, struct findings *findings)
{
    const struct common_options *common = run->common;
    size_t kept = 0;
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct finding *finding = &findings->items[i];
        if (selectors_allow(&common->select, &common->ignore, finding->rule)
            && !file_ignores_have(run->arena, &run->file_ignores, finding->path,
                                  finding->rule))
        {
            findings->items[kept++] = *finding;
        }
    }
    findings->n_items = kept;
}

int
run_answer(const struct run *run, const char *text, size_t size, struct error *err)
{
    if (run->common->output != NULL) {
        return file_write(run->common->output, text, size, err);
    }
    if (fwrite(text, 1, size, stdout) != size || fflush(stdout) != 0) {
        return error_set_errno(err, "cannot write the output");
    }
    note_printed(run, false, text, size);
    return 0;
}

static bool
is_on_terminal(const struct common_options *common)
{
    return common->output == NULL && isatty(STDOUT_FILENO);
}

static bool
wants_color(const struct common_options *common)
{
    if (strcmp(common->color, "auto") != 0) {
        return strcmp(common->color, "always") == 0;
    }
    const char *no_color = getenv("NO_COLOR");
    return is_on_terminal(common) && (no_color == NULL || no_color[0] == '\0');
}

/* Links need a terminal, and one that passes over what it does not know. */
static bool
wants_links(const struct common_options *common)
{
    const char *terminal = getenv("TERM");
    return is_on_terminal(common) && wants_color(common) && terminal != NULL
           && strcmp(terminal, "dumb") != 0 && strcmp(terminal, "linux") != 0;
}

/* Who reads a pipe counts on one line for a finding and its evidence: there, frames have to
 * be asked for. */
static bool
wants_frames(const struct common_options *common)
{
    return strcmp(common->frames, "auto") == 0 ? is_on_terminal(common)
                                               : strcmp(common->frames, "always") == 0;
}

/* "3 modules: 1 isolated, 2 not-isolated" */
static void
add_verdicts(const struct run *run, struct strbuf *out)
{
    static const enum verdict order[] = {VERDICT_ISOLATED, VERDICT_REFUSES,
                                         VERDICT_NOT_ISOLATED, VERDICT_BROKEN,
                                         VERDICT_UNPROVED};
    size_t n_modules = run->modules.n_items;
    strbuf_format(out, "%zu module%s", n_modules, n_modules == 1 ? "" : "s");
    const char *between = ": ";
    for (size_t i = 0; i < ARRAY_LENGTH(order); i++) {
        size_t n = 0;
        for (size_t k = 0; k < n_modules; k++) {
            n += run->modules.items[k].verdict == order[i];
        }
        if (n != 0) {
            strbuf_format(out, "%s%zu %s", between, n, verdict_name(order[i]));
            between = ", ";
        }
    }
}

static void
print_summary(const struct run *run)
{
    static const char *const words[][2] = {
        {"note", "notes"}, {"warning", "warnings"}, {"error", "errors"}};
    CLEANUP(strbuf_done) struct strbuf line = STRBUF_INIT;
    for (int level = LEVEL_ERROR; level >= LEVEL_NOTE; level--) {
        size_t n = findings_count(&run->findings, (enum level)level)
                   - (level == LEVEL_ERROR
                          ? 0
                          : findings_count(&run->findings, (enum level)(level + 1)));
        if (n != 0) {
            strbuf_format(&line, "%s%zu %s", line.size ? ", " : "", n,
                          words[level][n != 1]);
        }
    }
    if (line.size == 0) {
        strbuf_add_string(&line, run->clean != NULL ? run->clean : "no findings");
    }
    CLEANUP(strbuf_done) struct strbuf done = STRBUF_INIT;
    if (run->summary != NULL) {
        strbuf_add_string(&done, run->summary);
    }
    else if (run->modules.n_items != 0) {
        add_verdicts(run, &done);
    }
    run_say(run, "%s%s%s", done.text, done.size != 0 ? "; " : "", line.text);
}

static int
write_baseline(struct run *run, const struct baseline *old, struct error *err)
{
    const char *path = run->common->baseline;
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    baseline_print(&run->findings, old, run->folder, &text);
    if (file_write(path, text.text, text.size, err) != 0) {
        return -1;
    }
    run_say(run, "%zu finding%s written to %s; add a reason to each",
            run->findings.n_items, run->findings.n_items == 1 ? "" : "s", path);
    run->findings.n_items = 0;
    return 0;
}

static void
say_baseline(const struct run *run, const struct baseline *baseline, size_t n_hidden)
{
    size_t n_unexplained = 0, n_unused = 0;
    for (size_t i = 0; i < baseline->n_items; i++) {
        const struct baseline_entry *entry = &baseline->items[i];
        n_unexplained += entry->is_used && entry->reason == NULL;
        n_unused += !entry->is_used;
        if (!entry->is_used) {
            run_say_more(run, "no longer reported: %s: %s [%s]",
                         entry->path ? entry->path : "",
                         entry->symbol    ? entry->symbol
                         : entry->message ? entry->message
                                          : "",
                         entry->rule ? entry->rule : "");
        }
    }
    run_say(run, "%zu finding%s hidden by %s, %zu of them without a reason", n_hidden,
            n_hidden == 1 ? "" : "s", run->common->baseline, n_unexplained);
    if (n_unused != 0) {
        run_say(run,
                "%zu of the findings in %s no longer reported; --update-baseline "
                "removes %s",
                n_unused, run->common->baseline, n_unused == 1 ? "it" : "them");
    }
}

int
run_wanted(const struct run *run, const struct findings *findings, struct findings *out,
           struct error *err)
{
    struct baseline baseline = {.arena = run->arena};
    findings_init(out, run->arena);
    for (size_t i = 0; i < findings->n_items; i++) {
        ARENA_GROW(run->arena, out->items, out->n_items, out->capacity);
        out->items[out->n_items++] = findings->items[i];
    }
    drop_unselected(run, out);
    findings_sort(out);
    if (run->common->baseline == NULL || run->common->update_baseline) {
        return 0;
    }
    if (read_baseline(run, &baseline, err) != 0) {
        return -1;
    }
    (void)baseline_apply(&baseline, out, run->folder);
    return 0;
}

/* Hide what --baseline knows, or with --update-baseline write it. */
static int
apply_baseline(struct run *run, struct error *err)
{
    const struct common_options *common = run->common;
    struct baseline baseline = {.arena = run->arena};
    if (common->baseline == NULL) {
        return 0;
    }
    if ((!common->update_baseline || file_exists(common->baseline))
        && read_baseline(run, &baseline, err) != 0)
    {
        return -1;
    }
    if (common->update_baseline) {
        return write_baseline(run, &baseline, err);
    }
    size_t n_hidden = baseline_apply(&baseline, &run->findings, run->folder);
    say_baseline(run, &baseline, n_hidden);
    return 0;
}

/* The files of --report, in text as a pipe gets it. */
static int
write_reports(const struct run *run, const struct report *report, struct error *err)
{
    struct report plain = *report;
    plain.color = plain.frames = plain.links = false;
    for (size_t i = 0; i < run->common->reports.n_items; i++) {
        CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
        const char *file;
        const struct reporter *reporter =
            find_report(run, run->common->reports.items[i], &file, err);
        if (reporter == NULL) {
            return -1;
        }
        reporter->print(&plain, &text);
        if (file_write(file, text.text, text.size, err) != 0) {
            return -1;
        }
    }
    return 0;
}

int
run_report(struct run *run, bool failed)
{
    struct error err = ERROR_INIT;
    drop_unselected(run, &run->findings);
    findings_sort(&run->findings);
    if (apply_baseline(run, &err) != 0) {
        return run_fail(run, &err);
    }
    findings_fold_macros(&run->findings);
    struct report report = {
        .command = run->command->name,
        .findings = &run->findings,
        .modules = &run->modules,
        .left_out = &run->left_out,
        .diff = run->plan == NULL ? run->diff : NULL,
        .plan = run->plan,
        .folder = run->folder,
        .as_table = run->as_table,
        .verdict_use = run->verdict_use,
        .color = wants_color(run->common),
        .statistics = run->common->statistics,
        .links = wants_links(run->common),
        .frames = wants_frames(run->common),
        .verbose = run->common->verbose,
    };
    CLEANUP(strbuf_done) struct strbuf answer = STRBUF_INIT;
    reporter_find(run->common->format)->print(&report, &answer);
    const char *text = answer.text;
    size_t size = answer.size;
    if (run->document != NULL && strcmp(run->common->format, "text") == 0) {
        fputs(answer.text, stderr);
        text = run->document;
        size = strlen(text);
    }
    if (run_answer(run, text, size, &err) != 0 || write_reports(run, &report, &err) != 0) {
        return run_fail(run, &err);
    }
    print_summary(run);
    for (size_t i = 0; i < run->modules.n_items; i++) {
        failed = failed || verdict_fails(run->modules.items[i].verdict, run->verdict_use);
    }
    /* A note is policy: it is shown, but fails nothing. */
    failed = failed || findings_count(&run->findings, LEVEL_WARNING) != 0;
    return failed && !run->common->exit_zero ? EXIT_FOUND : EXIT_CLEAN;
}

/* In the middle of anything: other threads go on until the process is gone. */
static void
stop(void *data, const char *message)
{
    const struct run *run = data;
    fprintf(stderr, "insulate %s: %s\n", run->command->name, message);
    _exit(EXIT_UNABLE);
}

void
run_limit(struct run *run, const struct limits *limits)
{
    enum { FILES_WORTH = 60 }; /* of time, for the whole run */
    struct budget budget = BUDGET_DEFAULT;
    if (limits->max_time != 0) {
        budget.seconds_each = limits->max_time;
        budget.seconds_all = limits->max_time * FILES_WORTH;
    }
    budget.memory = (int64_t)limits->max_memory << 20;
    budget_begin(&budget, stop, run);
}

void
run_unlimit(void)
{
    budget_end();
}

int
run_end(struct run *run, int code)
{
    run_unlimit();
    arena_free(run->arena);
    run->arena = NULL;
    return code;
}

static void say(const struct run *run, const char *format, va_list args)
    PRINTF_LIKE(2, 0);

static void
say(const struct run *run, const char *format, va_list args)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    strbuf_vformat(&text, format, args);
    say_text(run, &text, "");
}

void
run_warn(const struct run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(run, format, args);
    va_end(args);
}

void
run_say(const struct run *run, const char *format, ...)
{
    if (!run->common->quiet) {
        va_list args;
        va_start(args, format);
        say(run, format, args);
        va_end(args);
    }
}

void
run_say_more(const struct run *run, const char *format, ...)
{
    if (run->common->verbose && !run->common->quiet) {
        CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
        va_list args;
        va_start(args, format);
        strbuf_vformat(&text, format, args);
        va_end(args);
        say_text(run, &text, "\n\t"); /* what is long has lines */
    }
}
