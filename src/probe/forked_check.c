#include "probe/forked_check.h"

#include "probe/clearing.h"
#include "probe/deadline.h"
#include "probe/effect.h"
#include "probe/instances.h"
#include "probe/interpreter.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FORKED_SECONDS 2
#define COPIES 4 /* after so many bad ends the picture is clear */
#define REFUSAL_COPIES 2 /* these take longer, and one that hangs is enough */
#define STEP_SIZE 400
#define ERRORS_SIZE 4096
#define LEFT_OUT_SIZE (COPIES * (STEP_SIZE + 1))

extern const char forked_checks_text[];
extern const char reference_checks_text[];
extern const char growth_checks_text[];
extern const char refusal_checks_text[];

/* The step under way in a copy, told to the process that made it. */
static char *
shared_step(void)
{
    static char *step;
    if (step == NULL) {
        step = mmap(NULL, STEP_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                    -1, 0);
        if (step == MAP_FAILED) {
            trouble("cannot allocate memory shared with forked copies");
        }
        exercise_runner_tell_steps(step, STEP_SIZE);
    }
    return step;
}

void
forked_check_load(struct exercise_runner *runner)
{
    if (!instances_add_functions(runner->names)
        || !clearing_add_functions(runner->names))
    {
        trouble("cannot make the functions of the forked checks");
    }
    exercise_runner_run_text(runner, forked_checks_text, "the forked checks");
    exercise_runner_run_text(runner, reference_checks_text, "the reference checks");
    exercise_runner_run_text(runner, growth_checks_text, "the growth checks");
    exercise_runner_run_text(runner, refusal_checks_text, "the refusal checks");
    (void)shared_step();
}

/* Of what the interpreter wrote before it ended the copy: the line about a function that
 * returned no clean result, or NULL. */
static const char *
find_unclean_end(char *text, bool is_sure)
{
    static const char head[] = "Fatal Python error: ";
    static const char loop[] = "_PyEval_EvalFrameDefault: ";
    static const char *const parts[] = {UNCLEAN_RESULT, UNCLEAN_NULL, UNCLEAN_SLOT_RESULT,
                                        UNCLEAN_SLOT_NULL, UNCLEAN_ASSERTED_RESULT,
                                        UNCLEAN_ASSERTED_NULL};
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest))
    {
        bool is_told = is_sure || strstr(line, head) != NULL || strstr(line, loop) != NULL;
        for (size_t i = 0; i < sizeof parts / sizeof parts[0] && is_told; i++) {
            const char *part = strstr(line, parts[i]);
            if (part != NULL) {
                const char *begin = strstr(line, head);
                return begin != NULL ? begin + sizeof head - 1 : part;
            }
        }
    }
    return NULL;
}

/* Where memory runs out the module may have called a function with the exception set,
 * which other functions assert, too: only the interpreter's loop sees a result. */
static void
report_unclean_end(int errors, bool is_sure)
{
    char text[ERRORS_SIZE];
    off_t end = lseek(errors, 0, SEEK_END);
    off_t begin = end > ERRORS_SIZE - 1 ? end - (ERRORS_SIZE - 1) : 0;
    ssize_t size = pread(errors, text, sizeof text - 1, begin);
    text[size > 0 ? size : 0] = '\0';
    const char *line = find_unclean_end(text, is_sure);
    if (line != NULL) {
        record_say(RECORD_UNCLEAN, UNCLEAN_END, "this debug build ends the process", line,
                   NULL);
    }
}

/* In the forked copy: never returns. */
static void
try_once(struct exercise_runner *runner, const char *name, const char *function,
         struct py_object *first, struct py_object *second, const char *left_out)
{
    effect_allow_exit();
    deadline_set(FORKED_SECONDS, NULL);
    phase(name);
    struct py_object *text = py.PyUnicode_FromString(left_out);
    struct py_object *done =
        exercise_runner_call(runner, function, first, second, text, NULL);
    py.PyErr_Clear();
    py.Py_DecRef(done);
    py.PyGC_Collect();
    _exit(0);
}

/* Returns whether the copy ended well. */
static bool
run_copy(struct exercise_runner *runner, const char *name, const char *function,
         struct py_object *first, struct py_object *second, const char *left_out)
{
    bool is_refusal = strcmp(name, FORKED_REFUSALS) == 0;
    int errors = is_refusal || strcmp(name, FORKED_FAILING_CALLS) == 0 ? memfd_create("errors", MFD_CLOEXEC) : -1;
    pid_t pid = interpreter_fork_copy();
    if (pid == 0) {
        if (errors >= 0) {
            (void)dup2(errors, STDERR_FILENO);
        }
        try_once(runner, name, function, first, second, left_out);
    }
    int status;
    bool is_fine = pid < 0
                   || (effect_wait_copy(pid, &status) && WIFEXITED(status)
                       && WEXITSTATUS(status) == 0);
    if (errors >= 0) {
        if (!is_fine) {
            report_unclean_end(errors, is_refusal);
        }
        (void)close(errors);
    }
    return is_fine;
}

bool
forked_check_run(struct exercise_runner *runner, const char *name, const char *function,
                 struct py_object *first, struct py_object *second)
{
    char left_out[LEFT_OUT_SIZE] = "";
    char *step = shared_step();
    bool is_fine = false;
    time_t begin = time(NULL);
    int n_copies = strcmp(name, FORKED_REFUSALS) == 0 ? REFUSAL_COPIES : COPIES;
    for (int i = 0; i < n_copies; i++) {
        step[0] = '\0';
        bool ended_well = run_copy(runner, name, function, first, second, left_out);
        is_fine = is_fine || (ended_well && i == 0);
        if (ended_well || step[0] == '\0'
            || (n_copies == REFUSAL_COPIES && time(NULL) - begin >= FORKED_SECONDS))
        {
            break;
        }
        size_t size = strlen(left_out);
        snprintf(left_out + size, sizeof left_out - size, "%s\n", step);
    }
    phase("after the forked checks");
    return is_fine;
}
