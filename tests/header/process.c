/* A module that gives access to what belongs to the process: a number, under a lock. */
#include "insulate.h"
#include "insulate/threads.h"

#define PROCESS_FIELDS(X)                                                              \
    X(DATA, Insulate_ThreadLock lock)                                                  \
    X(DATA, Py_ssize_t n_locked)                                                       \
    X(DATA, Py_ssize_t n_atomic)
INSULATE_STATE(process, PROCESS_FIELDS)

static Insulate_Lock process_lock = INSULATE_LOCK_INIT;
static long process_count;

static PyObject *
bump(PyObject *module, PyObject *number)
{
    long n = PyLong_AsLong(number);
    long count = 0;
    (void)module;
    for (long i = 0; i < n; i++) {
        if (Insulate_LockAcquire(&process_lock) < 0) {
            return NULL;
        }
        count = ++process_count;
        Insulate_LockRelease(&process_lock);
    }
    return PyLong_FromLong(count);
}

/* Counts NUMBER times, under the lock and atomically; (locked, atomic). */
static PyObject *
tick(PyObject *module, PyObject *number)
{
    process_state *state = process_state_from_module(module);
    long n = PyLong_AsLong(number);
    Py_ssize_t locked;
    for (long i = 0; i < n; i++) {
        if (Insulate_ThreadLockAcquire(&state->lock) < 0) {
            return NULL;
        }
        state->n_locked++;
        Insulate_ThreadLockRelease(&state->lock);
        (void)Insulate_AtomicAdd(&state->n_atomic, 1);
    }
    if (Insulate_ThreadLockAcquire(&state->lock) < 0) {
        return NULL;
    }
    locked = state->n_locked;
    Insulate_ThreadLockRelease(&state->lock);
    return Py_BuildValue("nn", locked, Insulate_AtomicLoad(&state->n_atomic));
}

static PyObject *
reset(PyObject *module, PyObject *number)
{
    process_state *state = process_state_from_module(module);
    Insulate_AtomicStore(&state->n_atomic, PyLong_AsSsize_t(number));
    return PyLong_FromSsize_t(Insulate_AtomicLoad(&state->n_atomic));
}

static Insulate_OnceFlag once = INSULATE_ONCE_FLAG_INIT;
static Py_ssize_t n_runs;

/* Fails if ARG says so. */
static int
run(void *arg)
{
    n_runs++;
    if (*(int *)arg) {
        PyErr_SetString(PyExc_ValueError, "as asked");
        return -1;
    }
    return 0;
}

/* How often the initialisation ran by now; FAILS: it shall fail. */
static PyObject *
initialize(PyObject *module, PyObject *fails)
{
    int shall_fail = PyObject_IsTrue(fails);
    (void)module;
    if (shall_fail < 0 || Insulate_OnceFlagRun(&once, run, &shall_fail) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(n_runs);
}

static PyMethodDef functions[] = {INSULATE_METHOD("bump", bump, METH_O, NULL),
                                  INSULATE_METHOD("tick", tick, METH_O, NULL),
                                  INSULATE_METHOD("reset", reset, METH_O, NULL),
                                  INSULATE_METHOD("initialize", initialize, METH_O, NULL),
                                  INSULATE_METHODS_END};

static int
process_exec(PyObject *module, process_state *state)
{
    (void)module;
    (void)state;
    return 0;
}

INSULATE_MODULE(process, process, "The process's number.", functions, process_exec,
                OWN_GIL, GIL_NOT_USED)
