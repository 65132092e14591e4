/* The same method with and without what insulate/threads.h and insulate/backports.h lend to
 * it: of a build with the GIL, both should cost the same. */
#define PY_SSIZE_T_CLEAN
#include <insulate.h>
#include <insulate/backports.h>
#include <insulate/threads.h>

#define THREAD_LOCKS_FIELDS(X)           \
    X(DATA, Insulate_ThreadLock lock)    \
    X(DATA, Py_ssize_t n_calls)          \
    X(DATA, Py_ssize_t n_bytes)          \
    X(OBJECT, last)
INSULATE_STATE(thread_locks, THREAD_LOCKS_FIELDS)

static Py_ssize_t
size_of(PyObject *object)
{
    return PyBytes_CheckExact(object) ? PyBytes_GET_SIZE(object) : 0;
}

static PyObject *
plain_counter(PyObject *module, PyObject *object)
{
    thread_locks_state *state = thread_locks_state_from_module(module);
    state->n_calls += 1;
    state->n_bytes += size_of(object);
    Py_RETURN_NONE;
}

static PyObject *
guarded_counter(PyObject *module, PyObject *object)
{
    thread_locks_state *state = thread_locks_state_from_module(module);
    (void)Insulate_AtomicAdd(&state->n_calls, 1);
    if (Insulate_ThreadLockAcquire(&state->lock) < 0) {
        return NULL;
    }
    state->n_bytes += size_of(object);
    Insulate_ThreadLockRelease(&state->lock);
    Py_RETURN_NONE;
}

static PyObject *
plain_reference(PyObject *module, PyObject *object)
{
    thread_locks_state *state = thread_locks_state_from_module(module);
    PyObject *old = state->last;
    Py_INCREF(object);
    state->last = object;
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
guarded_reference(PyObject *module, PyObject *object)
{
    thread_locks_state *state = thread_locks_state_from_module(module);
    PyObject *old;
    Py_INCREF(object);
    Py_BEGIN_CRITICAL_SECTION(module);
    old = state->last;
    state->last = object;
    Py_END_CRITICAL_SECTION();
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    INSULATE_METHOD("plain_counter", plain_counter, METH_O, NULL),
    INSULATE_METHOD("guarded_counter", guarded_counter, METH_O, NULL),
    INSULATE_METHOD("plain_reference", plain_reference, METH_O, NULL),
    INSULATE_METHOD("guarded_reference", guarded_reference, METH_O, NULL),
    INSULATE_METHODS_END};

static int
thread_locks_exec(PyObject *module, thread_locks_state *state)
{
    (void)module;
    (void)state;
    return 0;
}

INSULATE_MODULE(thread_locks, thread_locks, "Counts.", methods, thread_locks_exec, OWN_GIL,
                GIL_NOT_USED)
