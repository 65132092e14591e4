/* A module with a state and its own function that gives it: what is written uses that, too. */
#include <Python.h>

typedef struct {
    PyObject *error;
} spam_state;

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (spam_state *)state;
}

#define spam_state_global get_spam_state(PyState_FindModule(&spam_module))

typedef struct {
    PyObject_HEAD
    long size;
} Spam;

static PyTypeObject Spam_Type;

static PyObject *
spam_grow(Spam *self, PyObject *other)
{
    if (!PyObject_TypeCheck(other, &Spam_Type)) {
        PyErr_SetString(spam_state_global->error, "no Spam");
        return NULL;
    }
    self->size += ((Spam *)other)->size + 1;
    return PyLong_FromLong(self->size);
}

static PyMethodDef spam_methods[] = {
    {"grow", (PyCFunction)spam_grow, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = spam_methods,
    .tp_new = PyType_GenericNew,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(get_spam_state(module)->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    Py_CLEAR(get_spam_state(module)->error);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), NULL, NULL,
    spam_traverse, spam_clear, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;

    if (PyType_Ready(&Spam_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    get_spam_state(module)->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (get_spam_state(module)->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Spam_Type);
    if (PyModule_AddObject(module, "Spam", (PyObject *)&Spam_Type) < 0) {
        Py_DECREF(&Spam_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
