/* Its struct has the name of another unit's, and owns an object. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *function;
} Entry;

static void
entry_dealloc(Entry *self)
{
    Py_XDECREF(self->function);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
entry_get(Entry *self, void *closure)
{
    PyObject *function = self->function != NULL ? self->function : Py_None;
    Py_INCREF(function);
    return function;
}

static int
entry_set(Entry *self, PyObject *value, void *closure)
{
    Py_XINCREF(value);
    Py_XSETREF(self->function, value);
    return 0;
}

static PyGetSetDef entry_getset[] = {
    {"function", (getter)entry_get, (setter)entry_set, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject EntryType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "storing.Entry",
    .tp_basicsize = sizeof(Entry),
    .tp_dealloc = (destructor)entry_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_getset = entry_getset,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef storing_module = {
    PyModuleDef_HEAD_INIT, .m_name = "storing", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_storing(void)
{
    PyObject *module = PyModule_Create(&storing_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &EntryType) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
