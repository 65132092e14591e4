#include "prove/python.h"

#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/strbuf.h"
#include "prove/limits.h"

#define ANOTHER_PYTHON "name another with --python ('insulate doctor' reports what is found)"

enum { SHOWN_SIZE = 300 }; /* bytes of what a Python says instead of an answer */

/* Python 2 understands it, too, and gets an answer that says so. */
static const char question[] =
    "import sys\n"
    "def is_sanitized():\n"
    "    try:\n"
    "        from sysconfig import get_config_var\n"
    "        return '--with-thread-sanitizer' in (get_config_var('CONFIG_ARGS') or '')\n"
    "    except Exception:\n" /* a small one may lack the module */
    "        return False\n"
    "implementation = getattr(sys, 'implementation', None)\n"
    "words = [sys.executable or '-', getattr(implementation, 'name', 'cpython'),\n"
    "         '%d.%d.%d' % sys.version_info[:3], sys.version_info[1],\n"
    "         int(hasattr(sys, 'gettotalrefcount')),\n"
    "         int('t' in getattr(sys, 'abiflags', '')),\n"
    "         int(is_sanitized())]\n"
    "sys.stdout.write('\\n'.join(map(str, words)) + '\\n')\n";

enum answer {
    EXECUTABLE,
    IMPLEMENTATION,
    VERSION,
    MINOR,
    DEBUG,
    FREE_THREADED,
    NEEDED_ANSWERS,
    SANITIZED = NEEDED_ANSWERS,
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
            struct python *out_python, struct error *err)
{
    char *lines[ANSWERS];
    size_t n = split_lines(text, lines, ANSWERS);
    if (n < NEEDED_ANSWERS) {
        return error_set(err, ERROR_CHILD,
                         "%s does not run as a Python: it does not answer; " ANOTHER_PYTHON,
                         executable);
    }
    if (strcmp(lines[IMPLEMENTATION], "cpython") != 0) {
        return error_set(err, ERROR_UNSUPPORTED, "%s is %s, not CPython", executable,
                         lines[IMPLEMENTATION]);
    }
    *out_python = (struct python){
        .executable =
            arena_string(arena, strcmp(lines[EXECUTABLE], "-") != 0 ? lines[EXECUTABLE]
                                                                    : executable),
        .version = arena_string(arena, lines[VERSION]),
        .minor = atoi(lines[MINOR]),
        .debug = lines[DEBUG][0] == '1',
        .free_threaded = lines[FREE_THREADED][0] == '1',
        .thread_sanitizer = n > SANITIZED && lines[SANITIZED][0] == '1',
    };
    if (!string_starts(out_python->version, "3.") || out_python->minor < 9) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s is Python %s; 3.9 or newer is required", executable,
                         out_python->version);
    }
    return 0;
}

/* Why there is no answer: what it wrote, without the ends of lines behind it. */
static const char *
how_it_ended(struct arena *arena, const struct child_result *result)
{
    if (result->timed_out) {
        return "no output";
    }
    if (result->signal_number != 0) {
        return arena_format(arena, "terminated by signal %d", result->signal_number);
    }
    const char *text = result->errors.size != 0 ? result->errors.text : "";
    size_t size = strlen(text);
    while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == '\r')) {
        size--;
    }
    return size == 0 ? arena_format(arena, "exit status %d", result->exit_code)
                     : arena_copy(arena, text, size < SHOWN_SIZE ? size : SHOWN_SIZE);
}

int
python_query(struct arena *arena, const char *executable, const char *python_path,
             struct python *out_python, struct error *err)
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
        return error_set(err, ERROR_CHILD, "%s does not run as a Python: %s; " ANOTHER_PYTHON,
                         executable, how_it_ended(arena, &result));
    }
    return read_answer(arena, executable, result.output.text, out_python, err);
}
