/* Interpreters with a GIL each, really in parallel. */

#include "probe/crash.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#define THREAD_LIMIT 16
#define THREAD_STACK (16 << 20) /* bytes, as the main thread usually has */
#define SUBCLASSES 12           /* of each type, alive at once: grows its table */
#define SUBCLASS_ROUNDS 3
#define HAMMER_SECONDS 0.6

struct worker {
    pthread_t thread;
    char where[40];
    struct py_object *(*work)(struct interpreter *interpreter);
};

static pthread_barrier_t barrier;
static atomic_bool failed;

static double
seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* All threads begin each part at the same moment. A thread that failed still comes. */
static void
meet(void)
{
    struct py_thread *thread = py.PyEval_SaveThread();
    pthread_barrier_wait(&barrier);
    py.PyEval_RestoreThread(thread);
}

static void *
run_worker(void *data)
{
    struct worker *worker = data;
    struct interpreter interpreter;
    crash_protect_thread();
    interpreter_open(&interpreter, PY_GIL_OWN, worker->where);
    meet();
    if (interpreter_import(&interpreter) != IMPORT_OK) {
        atomic_store(&failed, true);
    }
    meet();
    if (!atomic_load(&failed)) {
        struct py_object *done = worker->work(&interpreter);
        if (done == NULL && py.PyErr_Occurred() != NULL) {
            exercise_runner_report_error(RECORD_FAILED, interpreter.where);
        }
        py.Py_DecRef(done);
    }
    meet();
    interpreter_close(&interpreter, NULL);
    return NULL;
}

static void
run_threads(struct py_object *(*work)(struct interpreter *interpreter))
{
    struct worker workers[THREAD_LIMIT];
    int n = request.n_threads < THREAD_LIMIT ? request.n_threads : THREAD_LIMIT;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, THREAD_STACK);
    pthread_barrier_init(&barrier, NULL, (unsigned)n);
    for (int i = 0; i < n; i++) {
        workers[i].work = work;
        snprintf(workers[i].where, sizeof workers[i].where,
                 "interpreter of thread %d of %d", i + 1, n);
        if (pthread_create(&workers[i].thread, &attributes, run_worker, &workers[i])
            != 0)
        {
            trouble("cannot start a thread");
        }
    }
    for (int i = 0; i < n; i++) {
        pthread_join(workers[i].thread, NULL);
    }
    pthread_barrier_destroy(&barrier);
    pthread_attr_destroy(&attributes);
}

static struct py_object *
exercise_and_subclass(struct interpreter *interpreter)
{
    if (!interpreter_exercise(interpreter)) {
        return NULL;
    }
    struct py_object *made = NULL;
    struct py_object *count = py.PyLong_FromLong(SUBCLASSES);
    for (int i = 0; i < SUBCLASS_ROUNDS; i++) {
        phase("subclasses");
        py.Py_DecRef(made);
        made = exercise_runner_call(&interpreter->runner, "subclass_storm",
                                    interpreter->module, count, NULL);
        if (made == NULL) {
            break;
        }
        py.PyGC_Collect();
    }
    py.Py_DecRef(count);
    return made;
}

static struct py_object *
exercise_until_time(struct interpreter *interpreter)
{
    double end = seconds_now() + HAMMER_SECONDS;
    do {
        if (!interpreter_exercise(interpreter)) {
            return NULL;
        }
    } while (seconds_now() < end);
    py.Py_IncRef(py._Py_NoneStruct);
    return py._Py_NoneStruct;
}

static void
run_in_parallel(struct py_object *(*work)(struct interpreter *interpreter))
{
    if (py.Py_NewInterpreterFromConfig == NULL) {
        record_say(RECORD_SKIP, "CPython before 3.12 has one GIL for all interpreters",
                   NULL);
        return;
    }
    struct interpreter main_interpreter;
    interpreter_open_main(&main_interpreter);
    /* What static types of others hold is made where they are imported first, and freed
     * where they are dropped last (CPython 3.13: datetime); both is the main interpreter
     * then, and what others do says nothing of the module. */
    exercise_runner_import_others(&main_interpreter.runner);
    if (interpreter_import(&main_interpreter) != IMPORT_OK) {
        return;
    }
    struct py_thread *thread = py.PyEval_SaveThread();
    run_threads(work);
    py.PyEval_RestoreThread(thread);
    interpreter_finish(&main_interpreter);
}

/* --- one interpreter, many threads, no GIL --- */

struct shared_work {
    struct interpreter *interpreter;
    struct py_interpreter *state;
};

static void *
run_in_shared_interpreter(void *data)
{
    struct shared_work *work = data;
    crash_protect_thread();
    struct py_thread *thread = py.PyThreadState_New(work->state);
    py.PyEval_RestoreThread(thread);
    double end = seconds_now() + HAMMER_SECONDS;
    do {
        struct py_object *results = exercise_runner_run_exercise(
            &work->interpreter->runner, "thread", work->interpreter->module);
        if (results == NULL) {
            break;
        }
        py.Py_DecRef(results);
    } while (seconds_now() < end);
    py.PyThreadState_Clear(thread);
    py.PyThreadState_DeleteCurrent();
    return NULL;
}

void
scenario_free_threading(void)
{
    if (!py_is_free_threaded()) {
        record_say(RECORD_SKIP, "this Python is not free-threaded", NULL);
        return;
    }
    struct interpreter interpreter;
    pthread_t threads[THREAD_LIMIT];
    int n = request.n_threads < THREAD_LIMIT ? request.n_threads : THREAD_LIMIT;
    interpreter_open_main(&interpreter);
    if (interpreter_import(&interpreter) != IMPORT_OK) {
        return;
    }
    struct shared_work work = {&interpreter,
                               py.PyThreadState_GetInterpreter(interpreter.thread)};
    struct py_thread *thread = py.PyEval_SaveThread();
    for (int i = 0; i < n; i++) {
        if (pthread_create(&threads[i], NULL, run_in_shared_interpreter, &work) != 0) {
            trouble("cannot start a thread");
        }
    }
    for (int i = 0; i < n; i++) {
        pthread_join(threads[i], NULL);
    }
    py.PyEval_RestoreThread(thread);
    interpreter_finish(&interpreter);
}

void
scenario_own_gil(void)
{
    run_in_parallel(exercise_and_subclass);
}

void
scenario_hammer(void)
{
    run_in_parallel(exercise_until_time);
}
