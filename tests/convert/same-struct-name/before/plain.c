/* Its struct has the name of another unit's, and no object in it. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Entry;

static PyTypeObject PlainType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "plain.Entry",
    .tp_basicsize = sizeof(Entry),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef plain_module = {
    PyModuleDef_HEAD_INIT, .m_name = "plain", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_plain(void)
{
    PyObject *module = PyModule_Create(&plain_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &PlainType) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
