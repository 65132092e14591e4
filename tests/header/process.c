/* A module that gives access to what belongs to the process: a number, under a lock. */
#include "insulate.h"
#include "insulate/threads.h"

#define PROCESS_FIELDS(X) X(DATA, int unused)
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

static PyMethodDef functions[] = {INSULATE_METHOD("bump", bump, METH_O, NULL),
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
