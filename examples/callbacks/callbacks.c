/* A foreign library that calls back, from a thread that knows nothing of Python.
 *
 * What it gets is a handle: it keeps the module object, and so the state, and a function;
 * it attaches the thread to the interpreter that both are of, and says when that is gone
 * (guide: "Lifetime of the Module State"). */
#include <insulate.h>
#include <insulate/callbacks.h>

#include <pthread.h>
#include <time.h>

/* ------------------------------------------------------------------ the library */

/* Calls `call` `n_times` in a thread, then `end`. */
typedef struct {
    int n_times;
    void (*call)(void *data, int i);
    void (*end)(void *data);
    void *data;
} bell;

static void *
bell_run(void *argument)
{
    bell *own = (bell *)argument;
    const struct timespec pause = {0, 1000000};
    for (int i = 0; i < own->n_times; i++) {
        (void)nanosleep(&pause, NULL);
        own->call(own->data, i);
    }
    own->end(own->data);
    free(own);
    return NULL;
}

/* 0, or -1 if there is no thread to be had. */
static int
bell_ring(int n_times, void (*call)(void *, int), void (*end)(void *), void *data)
{
    bell *own = (bell *)malloc(sizeof(*own));
    pthread_t thread;
    if (own == NULL) {
        return -1;
    }
    own->n_times = n_times;
    own->call = call;
    own->end = end;
    own->data = data;
    if (pthread_create(&thread, NULL, bell_run, own) != 0) {
        free(own);
        return -1;
    }
    (void)pthread_detach(thread);
    return 0;
}

/* ------------------------------------------------------------------ the module */

#define CALLBACKS_FIELDS(X) \
    X(DATA, long n_calls)   \
    X(DATA, long n_errors)
INSULATE_STATE(callbacks, CALLBACKS_FIELDS)

static void
on_call(void *data, int i)
{
    Insulate_Handle *handle = (Insulate_Handle *)data;
    callbacks_state *state;
    PyObject *number;
    PyObject *result = NULL;
    Insulate_Entry entry;

    if (Insulate_HandleEnter(handle, &entry) < 0) {
        return; /* the interpreter has ended: there is nobody to call */
    }
    state = callbacks_state_from_module(Insulate_HandleModule(handle));
    number = PyLong_FromLong(i);
    if (number != NULL) {
        result = PyObject_CallFunctionObjArgs(Insulate_HandleObject(handle), number, NULL);
        Py_DECREF(number);
    }
    if (result == NULL) {
        PyErr_WriteUnraisable(Insulate_HandleObject(handle));
        __atomic_add_fetch(&state->n_errors, 1, __ATOMIC_RELAXED);
    }
    Py_XDECREF(result);
    __atomic_add_fetch(&state->n_calls, 1, __ATOMIC_RELAXED);
    Insulate_HandleLeave(&entry);
}

static void
on_end(void *data)
{
    Insulate_HandleFree((Insulate_Handle *)data);
}

static PyObject *
ring(PyObject *module, PyObject *args)
{
    PyObject *function;
    Insulate_Handle *handle;
    int n_times;

    if (!PyArg_ParseTuple(args, "Oi:ring", &function, &n_times)) {
        return NULL;
    }
    if (!PyCallable_Check(function) || n_times < 1) {
        PyErr_SetString(PyExc_TypeError, "ring() takes a function and a number above 0");
        return NULL;
    }
    handle = Insulate_HandleNew(module, function);
    if (handle == NULL) {
        return NULL;
    }
    if (bell_ring(n_times, on_call, on_end, handle) < 0) {
        Insulate_HandleFree(handle);
        PyErr_SetString(PyExc_RuntimeError, "no thread for the bell");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
calls(PyObject *module, PyObject *unused)
{
    callbacks_state *state = callbacks_state_from_module(module);
    (void)unused;
    return Py_BuildValue("ll", __atomic_load_n(&state->n_calls, __ATOMIC_RELAXED),
                         __atomic_load_n(&state->n_errors, __ATOMIC_RELAXED));
}

static PyMethodDef callbacks_methods[] = {
    INSULATE_METHOD("ring", ring, METH_VARARGS,
                    "ring($module, function, n_times, /)\n--\n\n"
                    "Have the function called from a thread of its own."),
    INSULATE_METHOD("calls", calls, METH_NOARGS,
                    "calls($module, /)\n--\n\nHow many calls came, and how many failed."),
    INSULATE_METHODS_END};

static int
callbacks_exec(PyObject *module, callbacks_state *state)
{
    (void)module;
    (void)state;
    return 0;
}

INSULATE_MODULE(callbacks, callbacks, "Rings.", callbacks_methods, callbacks_exec, OWN_GIL,
                GIL_NOT_USED)
