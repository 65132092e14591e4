/* Py_IncRef and Py_DecRef are the functions behind the macros of almost the same name, and
 * count as these do. */
#include <Python.h>

static PyObject *SpamError;

typedef struct {
    PyObject_HEAD
    int size;
} Thing;

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
spam_fail(PyObject *self, PyObject *ignored)
{
    PyErr_SetString(SpamError, "failed");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;

    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DecRef(module);
        return NULL;
    }
    Py_IncRef(SpamError);
    if (PyModule_AddObject(module, "Error", SpamError) < 0) {
        Py_DecRef(SpamError);
        Py_DecRef(module);
        return NULL;
    }
    Py_IncRef((PyObject *)&Thing_Type);
    if (PyModule_AddObject(module, "Thing", (PyObject *)&Thing_Type) < 0) {
        Py_DecRef((PyObject *)&Thing_Type);
        Py_DecRef(module);
        return NULL;
    }
    return module;
}
