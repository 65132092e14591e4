/* A cast hid from the compiler that the function returns an int: it did so before, too. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Thing;

static int
thing_length(Thing *self)
{
    return self->n;
}

static PyMappingMethods thing_mapping = {
    (lenfunc)thing_length,
    NULL,
    NULL,
};

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_as_mapping = &thing_mapping,
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
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Thing_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
