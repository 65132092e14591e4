/* Functions that deallocate instances name their own type: Py_TYPE(self) does as well. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    void *data;
} Thing;

static PyTypeObject Final_Type, Open_Type;

static void
final_dealloc(Thing *self)
{
    if (self->data == NULL) {
        PyErr_WriteUnraisable((PyObject *)&Final_Type);
    }
    PyMem_Free(self->data);
    Final_Type.tp_free(self);
}

/* Instances of subclasses get here, too. */
static void
open_dealloc(PyObject *self)
{
    PyMem_Free(((Thing *)self)->data);
    (&Open_Type)->tp_free(self);
}

static PyTypeObject Final_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Final",
    .tp_basicsize = sizeof(Thing),
    .tp_dealloc = (destructor)final_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Open_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Open",
    .tp_basicsize = sizeof(Thing),
    .tp_dealloc = open_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
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
    if (PyModule_AddType(module, &Final_Type) < 0
        || PyModule_AddType(module, &Open_Type) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
