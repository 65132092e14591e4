#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Shape;

static void
shape_dealloc(Shape *self)
{
    Py_XDECREF(self->name);
    if (Py_TYPE(self)->tp_base == &PyBaseObject_Type) {
        PyObject_Free(self);
    }
    else {
        Py_TYPE(self)->tp_base->tp_dealloc((PyObject *)self);
    }
}

static PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Shape",
    .tp_basicsize = sizeof(Shape),
    .tp_dealloc = (destructor)shape_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Square_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Square",
    .tp_basicsize = sizeof(Shape),
    .tp_dealloc = (destructor)shape_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Shape_Type,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Shape_Type) < 0 || PyType_Ready(&Square_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
