#include <Python.h>
#include <stdlib.h>

static PyObject *SpamError;
static int n_closed;

typedef struct {
    PyObject_HEAD
    void *buffer;
} EggObject;

static int
complain(const char *what)
{
    if (what == NULL) {
        return PyErr_WarnFormat(SpamError, 1, "nothing to close");
    }
    return PyErr_WarnEx(SpamError, what, 1);
}

static int
egg_close(EggObject *self)
{
    n_closed++;
    return self->buffer == NULL ? complain("closed twice") : 0;
}

static void
egg_dealloc(PyObject *self)
{
    if (egg_close((EggObject *)self) < 0) {
        PyErr_WriteUnraisable(self);
    }
    free(((EggObject *)self)->buffer);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_dealloc = egg_dealloc,
    .tp_new = PyType_GenericNew,
};

static PyObject *
set_category(PyObject *module, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(SpamError, value);
    Py_RETURN_NONE;
}

static PyObject *
closed(PyObject *module, PyObject *args)
{
    return PyLong_FromLong(n_closed);
}

static PyMethodDef spam_methods[] = {
    {"set_category", set_category, METH_O, NULL},
    {"closed", closed, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;

    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (SpamError == NULL || PyModule_AddObject(module, "Egg", (PyObject *)&Egg_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
