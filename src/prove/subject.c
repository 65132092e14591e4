#include "prove/subject.h"

#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/strbuf.h"
#include "prove/limits.h"

static const char question[] =
    "import sys\n"
    "print(sys.executable or '-', sys.implementation.name,\n"
    "      '%d.%d.%d' % sys.version_info[:3], sys.version_info[1],\n"
    "      int(hasattr(sys, 'gettotalrefcount')),\n"
    "      int('t' in getattr(sys, 'abiflags', '')), sep='\\n')\n";

enum answer {
    EXECUTABLE,
    IMPLEMENTATION,
    VERSION,
    MINOR,
    DEBUG,
    FREE_THREADED,
    ANSWERS
};

/* Cut TEXT into lines in place.  Returns how many there are, at most LIMIT. */
static size_t
split_lines(char *text, char **lines, size_t limit)
{
    size_t n = 0;
    for (char *line = text; n < limit && *line != '\0'; n++) {
        lines[n] = line;
        line += strcspn(line, "\n");
        if (*line == '\n') {
            *line++ = '\0';
        }
    }
    return n;
}

static int
read_answer(struct arena *arena, const char *executable, char *text,
            struct subject *out_subject, struct error *err)
{
    char *lines[ANSWERS];
    if (split_lines(text, lines, ANSWERS) != ANSWERS) {
        return error_set(err, ERROR_CHILD, "%s does not answer as a Python does",
                         executable);
    }
    if (strcmp(lines[IMPLEMENTATION], "cpython") != 0) {
        return error_set(err, ERROR_UNSUPPORTED, "%s is %s, not CPython", executable,
                         lines[IMPLEMENTATION]);
    }
    *out_subject = (struct subject){
        .executable =
            arena_string(arena, strcmp(lines[EXECUTABLE], "-") != 0 ? lines[EXECUTABLE]
                                                                    : executable),
        .version = arena_string(arena, lines[VERSION]),
        .minor = atoi(lines[MINOR]),
        .debug = lines[DEBUG][0] == '1',
        .free_threaded = lines[FREE_THREADED][0] == '1',
    };
    if (!string_starts(out_subject->version, "3.") || out_subject->minor < 9) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s is Python %s; 3.9 or newer is needed", executable,
                         out_subject->version);
    }
    return 0;
}

int
subject_ask(struct arena *arena, const char *executable, const char *python_path,
            struct subject *out_subject, struct error *err)
{
    const char *const argv[] = {executable, "-c", question, NULL};
    const char *const environment[] = {
        arena_format(arena, "PYTHONPATH=%s", python_path), NULL};
    struct child_request request = {
        .argv = argv,
        .environment = environment,
        .timeout_ms = LIMIT_STARTUP_SECONDS * 1000,
    };
    CLEANUP(child_result_done) struct child_result result = {0};
    if (child_run(&request, &result, err) != 0) {
        return -1;
    }
    if (result.exit_code != 0) {
        return error_set(err, ERROR_CHILD, "%s does not run as a Python: %.300s",
                         executable,
                         result.timed_out ? "it does not answer" : result.errors.text);
    }
    return read_answer(arena, executable, result.output.text, out_subject, err);
}
