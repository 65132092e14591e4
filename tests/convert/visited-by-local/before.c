/* A traverse function that visits the type of its object by way of a local. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Spam;

static int
spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    PyTypeObject *type = Py_TYPE(op);
    if (type->tp_flags & Py_TPFLAGS_HEAPTYPE) {
        Py_VISIT(type);
    }
    Py_VISIT(((Spam *)op)->item);
    return 0;
}

static int
spam_clear(PyObject *op)
{
    Py_CLEAR(((Spam *)op)->item);
    return 0;
}

static void
spam_dealloc(PyObject *op)
{
    PyObject_GC_UnTrack(op);
    Py_CLEAR(((Spam *)op)->item);
    Py_TYPE(op)->tp_free(op);
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = spam_traverse,
    .tp_clear = spam_clear,
    .tp_dealloc = spam_dealloc,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Spam_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
