/* The look-up of the state raises nothing where its result is used unasked. */
#include "../module.h"

typedef struct {
    PyObject *error;
    int limit;
} spam_state;

static spam_state *
get_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (spam_state *)state;
}

static spam_state *
state_of(PyTypeObject *type)
{
    PyObject *module = PyType_GetModule(type);
    return get_state(module);
}

static PyObject *
direct(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    if (PyList_GET_SIZE(value) > state->limit) {
        return NULL;  // want: exception-missing
    }
    return Py_NewRef(value);
}

static PyObject *
by_helper(PyObject *module, PyObject *value)
{
    spam_state *state = get_state(module);
    if (PyList_GET_SIZE(value) > state->limit) {
        return NULL;  // want: exception-missing
    }
    return Py_NewRef(value);
}

static PyObject *
by_class(PyObject *self, PyTypeObject *cls, PyObject *const *args, Py_ssize_t n_args,
         PyObject *names)
{
    spam_state *state = PyType_GetModuleState(cls);
    if (n_args > state->limit) {
        return NULL;  // want: exception-missing
    }
    if (n_args > state_of(cls)->limit) {
        return NULL;  // want: exception-missing
    }
    return PyLong_FromSsize_t(n_args);
}

PyMethodDef methods[] = {
    {"direct", direct, METH_O, NULL},
    {"by_helper", by_helper, METH_O, NULL},
    {"by_class", (PyCFunction)(void (*)(void))by_class,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};
