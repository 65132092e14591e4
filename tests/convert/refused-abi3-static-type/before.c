/* One type never frees its instances, but the limited API has no static types that could stay. */
#include <Python.h>

static PyObject *BadError;
static PyObject *GoodError;

typedef struct {
    PyObject_HEAD
    int size;
} Thing;

static PyObject *
base_size(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(((Thing *)self)->size);
}

static PyMethodDef base_methods[] = {
    {"size", base_size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Base_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Base",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = base_methods,
    .tp_new = PyType_GenericNew,
};

static void
bad_dealloc(PyObject *self)
{
    (void)self;
}

static PyObject *
bad_fail(PyObject *self, PyObject *ignored)
{
    PyErr_SetString(BadError, "bad");
    return NULL;
}

static PyMethodDef bad_methods[] = {
    {"fail", bad_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Bad_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Bad",
    .tp_basicsize = sizeof(Thing),
    .tp_base = &Base_Type,
    .tp_dealloc = bad_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = bad_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
good_fail(PyObject *self, PyObject *ignored)
{
    PyErr_SetString(GoodError, "good");
    return NULL;
}

static PyMethodDef good_methods[] = {
    {"fail", good_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Good_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Good",
    .tp_basicsize = sizeof(Thing),
    .tp_base = &Base_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = good_methods,
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
    PyObject *module;
    if (PyType_Ready(&Base_Type) < 0 || PyType_Ready(&Bad_Type) < 0
        || PyType_Ready(&Good_Type) < 0)
    {
        return NULL;
    }
    module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    BadError = PyErr_NewException("spam.BadError", NULL, NULL);
    GoodError = PyErr_NewException("spam.GoodError", NULL, NULL);
    if (PyModule_AddObjectRef(module, "BadError", BadError) < 0
        || PyModule_AddObjectRef(module, "GoodError", GoodError) < 0
        || PyModule_AddObjectRef(module, "Base", (PyObject *)&Base_Type) < 0
        || PyModule_AddObjectRef(module, "Bad", (PyObject *)&Bad_Type) < 0
        || PyModule_AddObjectRef(module, "Good", (PyObject *)&Good_Type) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
