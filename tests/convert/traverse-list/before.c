/* tp_traverse makes a list first: the visit of the type, which may end the function, stands in
 * front of that, so that gc.get_referrers does not lose the list. */
#include <Python.h>

typedef struct {
    PyDictObject dict;
} Record;

static int
record_traverse(Record *self, visitproc visit, void *arg)
{
    PyObject *items = PyDict_Items((PyObject *)self);
    if (items == NULL) {
        return -1;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(items); i++) {
        PyObject *pair = PyList_GET_ITEM(items, i);
        int result = visit(PyTuple_GET_ITEM(pair, 1), arg);
        if (result != 0) {
            Py_DECREF(items);
            return result;
        }
    }
    Py_DECREF(items);
    return 0;
}

static int
record_clear(Record *self)
{
    PyDict_Clear((PyObject *)self);
    return 0;
}

static void
record_dealloc(Record *self)
{
    PyDict_Type.tp_dealloc((PyObject *)self);
}

static PyTypeObject Record_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Record",
    .tp_basicsize = sizeof(Record),
    .tp_dealloc = (destructor)record_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)record_traverse,
    .tp_clear = (inquiry)record_clear,
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }
    Record_Type.tp_base = &PyDict_Type;
    if (PyType_Ready(&Record_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Record_Type);
    if (PyModule_AddObject(module, "Record", (PyObject *)&Record_Type) < 0) {
        Py_DECREF(&Record_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
