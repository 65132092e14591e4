/* Trusts its initialisation, as init_trusted does, while a thread of its own asks for the GIL
 * until Python ends: copies of the process do not wait for that thread. */
#define NAME waits_for_gil
#define TRUSTS_INIT
#include "link.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

static pthread_t thread;
static atomic_bool is_over;

static PyObject *
end(PyObject *self, PyObject *args)
{
    (void)self;
    (void)args;
    atomic_store(&is_over, true);
    Py_BEGIN_ALLOW_THREADS
    (void)pthread_join(thread, NULL);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyMethodDef end_method = {"end", end, METH_NOARGS, NULL};

static void
end_with_python(void)
{
    PyObject *module = PyImport_ImportModule("atexit");
    PyObject *function = PyCFunction_New(&end_method, NULL);
    Py_XDECREF(PyObject_CallMethod(module, "register", "O", function));
    Py_XDECREF(function);
    Py_XDECREF(module);
}

static void *
ask(void *nothing)
{
    while (!Py_IsInitialized()) {
        (void)usleep(1000);
    }
    for (bool is_first = true; !atomic_load(&is_over); is_first = false) {
        PyGILState_STATE state = PyGILState_Ensure();
        if (is_first) {
            end_with_python();
        }
        PyGILState_Release(state);
        (void)usleep(1000);
    }
    return nothing;
}

__attribute__((constructor)) static void
begin(void)
{
    (void)pthread_create(&thread, NULL, ask, NULL);
}
