/* An instance that was not given its memory is not freed: it was lost before, too. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    char *memory;
} BufferObject;

static void
buffer_dealloc(BufferObject *self)
{
    if (self != NULL && self->memory != NULL) {
        PyMem_Free(self->memory);
        Py_TYPE(self)->tp_free((PyObject *)self);
    }
}

static PyObject *
buffer_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    BufferObject *self = (BufferObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->memory = PyMem_Malloc(10);
    if (self->memory == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static PyTypeObject Buffer_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Buffer",
    .tp_basicsize = sizeof(BufferObject),
    .tp_dealloc = (destructor)buffer_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = buffer_new,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Buffer_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(module, "Buffer", (PyObject *)&Buffer_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
