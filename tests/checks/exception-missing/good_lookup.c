/* A look-up whose result is asked for may have raised. */
#include "../module.h"

typedef struct {
    int limit;
} spam_state;

static struct PyModuleDef spam_module;

static spam_state *
get_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static spam_state *
find_state(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
    if (module == NULL) {
        return NULL;
    }
    return get_state(module);
}

static PyObject *
direct(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    if (state == NULL) {
        return NULL;
    }
    return PyLong_FromLong(state->limit);
}

static PyObject *
by_helper(PyObject *module, PyObject *value)
{
    spam_state *state = get_state(module), *other = find_state(Py_TYPE(value));
    if (state == NULL || other == NULL) {
        return NULL;
    }
    return PyLong_FromLong(state->limit + other->limit);
}

static int
is_below(PyTypeObject *type, int n)
{
    spam_state *state = find_state(type);
    if (state == NULL) {
        return -1;
    }
    return n < state->limit;
}

static PyObject *
by_class(PyObject *self, PyTypeObject *cls, PyObject *const *args, Py_ssize_t n_args,
         PyObject *names)
{
    PyObject *module = PyType_GetModule(cls);
    if (!module) {
        return NULL;
    }
    int is_small = is_below(cls, (int)n_args);
    if (is_small < 0) {
        return NULL;
    }
    return PyBool_FromLong(is_small);
}

/* Nothing but the exception is wanted. */
static PyObject *
fails(PyObject *self, PyObject *value)
{
    PyType_GetModuleByDef(Py_TYPE(value), &spam_module);
    return NULL;
}

PyMethodDef methods[] = {
    {"fails", fails, METH_O, NULL},
    {"direct", direct, METH_O, NULL},
    {"by_helper", by_helper, METH_O, NULL},
    {"by_class", (PyCFunction)(void (*)(void))by_class,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};
