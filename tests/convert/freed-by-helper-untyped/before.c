/* What frees the instances is given pointers to nothing in particular: its calls say whose they
 * are. */
#include <Python.h>

static void
free_instance(void *object)
{
    Py_TYPE(object)->tp_free((PyObject *)object);
}

typedef struct {
    PyObject_HEAD
    int *data;
} Thing;

static void
Thing_dealloc(Thing *self)
{
    PyMem_Free(self->data);
    free_instance(self);
}

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Thing_dealloc,
};

typedef struct {
    PyObject_HEAD
    int *data;
} Other;

static void
Other_dealloc(PyObject *self)
{
    Other *other = (Other *)self;
    PyMem_Free(other->data);
    free_instance(other);
}

static PyTypeObject Other_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Other",
    .tp_basicsize = sizeof(Other),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Other_dealloc,
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
    if (PyModule_AddType(module, &Thing_Type) < 0
        || PyModule_AddType(module, &Other_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
