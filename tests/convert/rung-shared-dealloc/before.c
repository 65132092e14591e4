/* One function deallocates instances of two types, and only one of these could move. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    char *memory;
} Buffer;

static void
buffer_dealloc(Buffer *self)
{
    PyMem_Free(self->memory);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject First_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.First",
    .tp_basicsize = sizeof(Buffer),
    .tp_dealloc = (destructor)buffer_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Second_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Second",
    .tp_basicsize = sizeof(Buffer),
    .tp_dealloc = (destructor)buffer_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
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
    First_Type.tp_dict = Py_BuildValue("{}");
    if (First_Type.tp_dict == NULL
        || PyDict_SetItemString(First_Type.tp_dict, "first", Py_True) < 0
        || PyType_Ready(&First_Type) < 0 || PyType_Ready(&Second_Type) < 0)
    {
        return NULL;
    }
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(module, "First", (PyObject *)&First_Type) < 0
        || PyModule_AddObjectRef(module, "Second", (PyObject *)&Second_Type) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
