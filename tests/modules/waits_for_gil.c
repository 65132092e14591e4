/* Trusts its initialisation, as init_trusted does, while a thread of its own asks for the GIL
 * until Python ends: copies of the process do not wait for that thread. */
#define NAME waits_for_gil
#define TRUSTS_INIT
#define AT_EXEC begin
static void begin(void);
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
    while (!atomic_load(&is_over)) {
        PyGILState_STATE state = PyGILState_Ensure();
        PyGILState_Release(state);
        (void)usleep(1000);
    }
    return nothing;
}

static void
create_thread(void)
{
    end_with_python(); /* which may end before the thread has its first turn */
    (void)pthread_create(&thread, NULL, ask, NULL);
}

static void
begin(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, create_thread);
}
