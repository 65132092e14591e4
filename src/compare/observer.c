#include "compare/observer.h"

#include <signal.h>
#include <string.h>

#include "base/child.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "compare/limits.h"

/* The texts of probe/exercise.py and of observe.py; the build makes them. */
extern const char exercise_text[];
extern const char observe_text[];

enum { ANSWER_FD = 9, FIELDS = 4, FIXED_WORDS = 7 };

struct record {
    const char *fields[FIELDS]; /* "" where there are fewer; the first is the kind */
};

/* How one process went. */
struct termination {
    bool done;
    const char *subject, *name; /* the step under way at its end, or NULL */
    const char *text;           /* how it ended, if it was not done */
    const char *rule;           /* of a finding about that */
    const char *trouble;        /* what the observer stumbled over, or NULL */
    const char *last_error;     /* last line of stderr */
};

/* Undo the escapes of observe.py in place. */
static void
unescape(char *field)
{
    char *to = field;
    for (const char *from = field; *from != '\0'; from++) {
        if (*from == '\\' && from[1] != '\0') {
            from++;
            *to++ = *from == 't'   ? '\t'
                    : *from == 'n' ? '\n'
                    : *from == 'r' ? '\r'
                    : *from == '0' ? '?'
                                   : *from;
        }
        else {
            *to++ = *from;
        }
    }
    *to = '\0';
}

static void
read_record(char *line, struct record *out_record)
{
    for (size_t i = 0; i < FIELDS; i++) {
        out_record->fields[i] = "";
        if (line != NULL) {
            char *tab = strchr(line, '\t');
            if (tab != NULL) {
                *tab = '\0';
            }
            unescape(line);
            out_record->fields[i] = line;
            line = tab != NULL ? tab + 1 : NULL;
        }
    }
}

static bool
record_is(const struct record *record, const char *kind)
{
    return strcmp(record->fields[0], kind) == 0;
}

static void
take_record(struct build *build, struct termination *termination,
            const struct record *record)
{
    const char *const *fields = record->fields;
    if (record_is(record, "step")) {
        termination->subject = fields[1];
        termination->name = fields[2];
    }
    else if (record_is(record, "saw") && build->n_items < LIMIT_OBSERVATIONS) {
        build_add(build, fields[1], fields[2], fields[3]);
    }
    else if (record_is(record, "saw")) {
        build->is_cut = true;
    }
    else if (record_is(record, "unseen")) {
        ARENA_GROW(build->arena, build->unseen, build->n_unseen,
                   build->unseen_capacity);
        build->unseen[build->n_unseen++] = fields[1];
    }
    else if (record_is(record, "failed")) {
        build->is_missing = strcmp(fields[1], "missing") == 0;
        build->failure = fields[2];
        termination->done = true;
    }
    else if (record_is(record, "trouble")) {
        termination->trouble = fields[1];
        termination->done = true;
    }
    else if (record_is(record, "limit")) {
        build->is_cut = true;
    }
    else if (record_is(record, "done")) {
        termination->done = true;
    }
}

static const char *
last_line(struct arena *arena, const struct strbuf *text)
{
    size_t end = text->size;
    while (end > 0 && (text->text[end - 1] == '\n' || text->text[end - 1] == ' ')) {
        end--;
    }
    size_t begin = end;
    while (begin > 0 && text->text[begin - 1] != '\n') {
        begin--;
    }
    return arena_copy(arena, text->text + begin, end - begin);
}

static const char *
signal_text(struct arena *arena, int number)
{
    static const struct {
        int number;
        const char *name;
    } known[] = {{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},
                 {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},   {SIGKILL, "SIGKILL"}};
    for (size_t i = 0; i < ARRAY_LENGTH(known); i++) {
        if (known[i].number == number) {
            return arena_format(arena, "crashes with %s", known[i].name);
        }
    }
    return arena_format(arena, "crashes with signal %d", number);
}

static const char *
termination_text(struct arena *arena, const struct child_result *result)
{
    if (result->timed_out) {
        return "hangs";
    }
    if (result->signal_number != 0) {
        return signal_text(arena, result->signal_number);
    }
    return arena_format(arena, "ends the process with exit status %d",
                        result->exit_code);
}

static const char *
ending_rule(const struct child_result *result)
{
    return result->timed_out            ? "global-hang"
           : result->signal_number != 0 ? "global-crash"
                                        : "global-exit";
}

static void
take_result(struct build *build, const struct child_result *result,
            struct termination *out_termination)
{
    struct arena *arena = build->arena;
    char *line = arena_copy(arena, result->answer.text, result->answer.size);
    *out_termination =
        (struct termination){.text = termination_text(arena, result),
                             .rule = ending_rule(result),
                             .last_error = last_line(arena, &result->errors)};
    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        struct record record;
        *end = '\0'; /* an unfinished last line is left out */
        read_record(line, &record);
        take_record(build, out_termination, &record);
    }
    if (!out_termination->done) {
        return;
    }
    if (build->failure == NULL) {
        build_add(build, "", "its output",
                  arena_copy(arena, result->output.text,
                             result->output.size < LIMIT_OUTPUT_SHOWN
                                 ? result->output.size
                                 : LIMIT_OUTPUT_SHOWN));
        build_add(build, "", "process termination",
                  result->exit_code == 0 && !result->timed_out ? "well"
                                                               : out_termination->text);
    }
}

static int
run(const struct observer *observer, struct build *build, const char *text,
    const char *const *skipped, size_t n_skipped, struct termination *out_termination,
    struct error *err)
{
    double limit = observer->step_limit > 0 ? observer->step_limit : LIMIT_STEP_SECONDS;
    const char *argv[FIXED_WORDS + LIMIT_ENDED_STEPS + 1] = {
        observer->python,
        "-c",
        text,
        arena_format(build->arena, "%d", ANSWER_FD),
        file_is_folder(build->path) ? "folder" : "file",
        path_real(build->arena, build->path),
        build->module,
    };
    memcpy(&argv[FIXED_WORDS], skipped, n_skipped * sizeof *skipped);
    /* Sets are shown in an order that depends on the hashes of strings. */
    const char *const environment[] = {
        arena_format(build->arena, "PYTHONPATH=%s", observer->python_path),
        "PYTHONDONTWRITEBYTECODE=1", "PYTHONHASHSEED=0", "PYTHONFAULTHANDLER", NULL};
    struct child_request request = {
        .argv = argv,
        .environment = environment,
        .folder = observer->folder,
        .timeout_ms = LIMIT_BUILD_SECONDS * 1000,
        .silence_ms = (int)(limit * 1000), /* each step says that it begins */
        .memory_limit = LIMIT_OBSERVER_MEMORY,
        .answer_fd = ANSWER_FD,
        .is_confined = true,
        .fork_limit = LIMIT_OBSERVER_FORKS,
    };
    CLEANUP(child_result_done) struct child_result result = {0};
    strbuf_init(&result.output);
    strbuf_init(&result.errors);
    strbuf_init(&result.answer);
    if (child_run(&request, &result, err) != 0) {
        return -1;
    }
    if (result.starved) {
        error_set(
            err, ERROR_CHILD,
            "%s: '%s' got almost no CPU time in %.0f s; the machine is overloaded",
            build->path, build->module, result.seconds);
        return -1;
    }
    take_result(build, &result, out_termination);
    return 0;
}

static void
note_unfinished(struct build *build, const struct termination *termination)
{
    build->crash_rule = termination->rule;
    const char *where =
        termination->name == NULL ? "before the import" : "in the import";
    build->crash = termination->last_error[0] != '\0'
                       ? arena_format(build->arena, "%s %s (%.200s)", termination->text,
                                      where, termination->last_error)
                       : arena_format(build->arena, "%s %s", termination->text, where);
}

int
observe(const struct observer *observer, struct build *build, struct error *err)
{
    const char *text =
        arena_format(observer->arena, "%s\n%s", exercise_text, observe_text);
    const char *skipped[LIMIT_ENDED_STEPS];
    struct observation ended[LIMIT_ENDED_STEPS];
    for (size_t n = 0;; n++) {
        struct termination termination;
        build_clear(build);
        if (run(observer, build, text, skipped, n, &termination, err) != 0) {
            return -1;
        }
        if (termination.trouble != NULL) {
            return error_set(err, ERROR_CHILD, "%s: '%s' cannot be observed: %s",
                             build->path, build->module, termination.trouble);
        }
        for (size_t i = 0; i < n; i++) {
            build_add_termination(build, ended[i].subject, ended[i].name,
                                  ended[i].value);
        }
        bool is_import =
            termination.name == NULL || strcmp(termination.name, "import") == 0;
        if (!termination.done && is_import) {
            note_unfinished(build, &termination);
        }
        if (termination.done || is_import) {
            return 0;
        }
        if (n == LIMIT_ENDED_STEPS) {
            build->is_cut = true;
            return 0;
        }
        skipped[n] =
            arena_format(build->arena, "%s\t%s", termination.subject, termination.name);
        ended[n] = (struct observation){termination.subject, termination.name,
                                        termination.text, true};
    }
}
