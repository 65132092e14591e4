#include <Python.h>

typedef struct {
    PyObject_HEAD
    int grains;
} SaltObject;

static PyObject *
salt_repr(PyObject *self)
{
    return PyUnicode_FromFormat("%d grains", ((SaltObject *)self)->grains);
}

static int
salt_init(PyObject *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    return PyArg_ParseTuple(args, "i", &((SaltObject *)self)->grains) ? 0 : -1;
}

static PyTypeObject SaltType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Salt",
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;

    SaltType.tp_basicsize = sizeof(SaltObject);
    SaltType.tp_flags = Py_TPFLAGS_DEFAULT;
    SaltType.tp_repr = salt_repr;
    SaltType.tp_init = salt_init;
    if (PyType_Ready(&SaltType) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&SaltType);
    if (PyModule_AddObject(m, "Salt", (PyObject *)&SaltType) < 0) {
        Py_DECREF(&SaltType);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
