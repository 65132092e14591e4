/* The hooks of the module stand in front of all that needs the state so far, and the struct
 * that it has in front of the types of its new fields. */
#include <Python.h>

struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
}

static struct names {
    PyObject *first;
    long n_used;
} names;

static PyObject *
first(PyObject *self, PyObject *unused)
{
    names.n_used++;
    if (names.first == NULL) {
        names.first = PyUnicode_InternFromString("first");
        if (names.first == NULL) {
            return NULL;
        }
    }
    Py_INCREF(names.first);
    return names.first;
}

static PyObject *
fail(PyObject *self, PyObject *unused)
{
    PyErr_SetString(GETSTATE(self)->error, "failed");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"first", first, METH_NOARGS, NULL},
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(struct module_state),
    spam_methods,
    NULL,
    spam_traverse,
    spam_clear,
    NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }
    struct module_state *own = GETSTATE(module);
    own->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (own->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
