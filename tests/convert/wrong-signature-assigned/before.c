/* A cast hides from the compiler that the function takes more than its slot gives it; the slot
 * is assigned, as that of a table is. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Thing;

static PyObject *
thing_iter(Thing *self, PyObject *args)
{
    return Py_NewRef((PyObject *)self);
}

static int
thing_length(Thing *self)
{
    return self->n;
}

static PyMappingMethods thing_mapping;

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
    Thing_Type.tp_iter = (getiterfunc)thing_iter;
    thing_mapping.mp_length = (lenfunc)thing_length;
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
