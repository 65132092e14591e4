/* The first call imports a function and keeps it: two threads keep one each, and one
 * reference is lost.  The function is the same, and so are the answers. */
#ifndef NAME
#define NAME race_lazy_import
#endif
#ifndef SOURCE
#define SOURCE "posixpath"
#define FUNCTION "basename"
#endif
#include "race.h"

struct state {
    PyObject *object;
    PyMutex mutex;
};

static PyObject *
import_function(void)
{
    PyObject *module = PyImport_ImportModule(SOURCE);
    PyObject *function = module != NULL ? PyObject_GetAttrString(module, FUNCTION) : NULL;
    Py_XDECREF(module);
    return function;
}

static PyObject *
shorten(PyObject *module, PyObject *name)
{
    struct state *state = PyModule_GetState(module);
    LOCK(&state->mutex);
    if (state->object == NULL) {
        state->object = import_function();
    }
    PyObject *function = Py_XNewRef(state->object);
    UNLOCK(&state->mutex);
    PyObject *result = function != NULL ? PyObject_CallOneArg(function, name) : NULL;
    Py_XDECREF(function);
    return result;
}

static PyMethodDef methods[] = {
    {"shorten", shorten, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
