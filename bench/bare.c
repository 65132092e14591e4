/* What a scenario of `prove` costs without a module and without the probe: preloaded
 * into a python, it makes and ends interpreters as $INSULATE_BARE says, a letter each:
 *
 *     I  start Python       n  new interpreter, the GIL shared    f  a forked copy
 *     F  finalise it        o  new interpreter with its own GIL   T  four threads with
 *     e  end the last one   t  two threads like T                    an o and e each
 *
 * A slash begins the plan of another process.  All of them are then forked copies of
 * one, one after another, which has done the I that each plan begins with.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, INTERPRETERS = 8, CONFIG_WORDS = 2048 };

struct status {
    int type;
    const char *function, *message;
    int exit_code;
};

struct interpreter_config {
    int words[6];
    int gil;
};

static const struct interpreter_config own = {{0, 0, 0, 1, 0, 1}, 2};
static char *program;

static void *
find(const char *name)
{
    void *function = dlsym(RTLD_DEFAULT, name);
    if (function == NULL) {
        fprintf(stderr, "bare: this Python has no %s\n", name);
        _exit(2);
    }
    return function;
}

/* A function of the running Python, by name and type. */
#define PYTHON(result, name, ...) ((result(*)(__VA_ARGS__))find(#name))

static void
check(struct status status)
{
    if (status.type != 0) {
        fprintf(stderr, "bare: %s\n", status.message);
        _exit(2);
    }
}

static void
start(void)
{
    static void *config[CONFIG_WORDS];
    char dash_c[] = "-c", pass[] = "pass";
    char *argv[] = {program, dash_c, pass, NULL};
    memset(config, 0, sizeof config);
    PYTHON(void, PyConfig_InitPythonConfig, void *)(config);
    check(PYTHON(struct status, PyConfig_SetBytesArgv, void *, long, char **)(config, 3,
                                                                              argv));
    check(PYTHON(struct status, Py_InitializeFromConfig, void *)(config));
    PYTHON(void, PyConfig_Clear, void *)(config);
}

static void *
new_interpreter(int has_own_gil)
{
    void *thread = NULL;
    if (!has_own_gil) {
        return PYTHON(void *, Py_NewInterpreter, void)();
    }
    check(PYTHON(struct status, Py_NewInterpreterFromConfig, void **,
                 const struct interpreter_config *)(&thread, &own));
    return thread;
}

static void
end_interpreter(void *thread, void *back)
{
    PYTHON(void *, PyThreadState_Swap, void *)(thread);
    PYTHON(void, Py_EndInterpreter, void *)(thread);
    if (back != NULL) {
        PYTHON(void *, PyThreadState_Swap, void *)(back);
    }
}

static void *
come_and_go(void *unused)
{
    (void)unused;
    end_interpreter(new_interpreter(1), NULL);
    return NULL;
}

static void
run_threads(int n)
{
    pthread_t threads[THREADS];
    void *thread = PYTHON(void *, PyEval_SaveThread, void)();
    for (int i = 0; i < n; i++) {
        if (pthread_create(&threads[i], NULL, come_and_go, NULL) != 0) {
            _exit(2);
        }
    }
    for (int i = 0; i < n; i++) {
        pthread_join(threads[i], NULL);
    }
    PYTHON(void, PyEval_RestoreThread, void *)(thread);
}

static void
fork_once(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        _exit(0);
    }
    waitpid(pid, NULL, 0);
}

/* Do the steps of one process, up to a slash or the end.  Returns 0, or 2 for a plan that
 * is none. */
static int
run_plan(const char *step, void *first)
{
    void *others[INTERPRETERS];
    int n = 0;
    for (; *step != '\0' && *step != '/'; step++) {
        switch (*step) {
        case 'I':
            start();
            first = PYTHON(void *, PyThreadState_Get, void)();
            break;
        case 'F':
            PYTHON(int, Py_FinalizeEx, void)();
            break;
        case 'n':
        case 'o':
            if (n == INTERPRETERS) {
                return 2;
            }
            others[n++] = new_interpreter(*step == 'o');
            PYTHON(void *, PyThreadState_Swap, void *)(first);
            break;
        case 'e':
            end_interpreter(others[--n], first);
            break;
        case 'T':
            run_threads(THREADS);
            break;
        case 't':
            run_threads(2);
            break;
        case 'f':
            fork_once();
            break;
        default:
            return 2;
        }
    }
    return 0;
}

/* A copy for each plan.  Returns 0 when all went well. */
static int
fork_plans(const char *plan)
{
    start();
    void *first = PYTHON(void *, PyThreadState_Get, void)();
    int status = 0;
    for (; plan != NULL && status == 0; plan = strchr(plan, '/')) {
        plan += *plan == '/';
        pid_t pid = fork();
        if (pid == 0) {
            _exit(*plan == 'I' ? run_plan(plan + 1, first) : 2);
        }
        waitpid(pid, &status, 0);
    }
    return status != 0 ? 2 : 0;
}

static int
bare_main(int argc, char **argv, char **environment)
{
    const char *plan = getenv("INSULATE_BARE");
    (void)argc;
    (void)environment;
    program = argv[0];
    unsetenv("LD_PRELOAD");
    /* As the probe does: an interpreter that is left is not ended. */
    _exit(strchr(plan, '/') != NULL ? fork_plans(plan) : run_plan(plan, NULL));
}

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, main_function *,
                           void (*)(void), void (*)(void), void *);

int
__libc_start_main(main_function *main, int argc, char **argv, main_function *init,
                  void (*fini)(void), void (*loader_fini)(void), void *stack_end)
{
    start_function *next = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
    return next(getenv("INSULATE_BARE") != NULL ? bare_main : main, argc, argv, init,
                fini, loader_fini, stack_end);
}
