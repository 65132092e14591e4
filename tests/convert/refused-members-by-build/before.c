/* The same where the build that is read has the fewest members. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
#ifdef SPAM_NAMES
    PyObject *name;
#endif
    PyObject *value;
} Box;

static struct {
    long calls;
#ifdef SPAM_NAMES
    PyObject *name;
#ifdef SPAM_DEEP
    PyObject *deep;
#endif
#endif
    PyObject *value;
} last;

static PyTypeObject Box_Type;

static void
box_dealloc(Box *self)
{
#ifdef SPAM_NAMES
    Py_XDECREF(self->name);
#endif
    Py_XDECREF(self->value);
    PyObject_Free(self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT
#ifdef SPAM_OPEN
        | Py_TPFLAGS_BASETYPE
#endif
    ,
};

static PyObject *
box(PyObject *Py_UNUSED(module), PyObject *value)
{
    Box *self = PyObject_New(Box, &Box_Type);
    if (self == NULL) {
        return NULL;
    }
    last.calls++;
    Py_INCREF(value);
    Py_XSETREF(last.value, value);
    Py_INCREF(value);
    self->value = value;
#ifdef SPAM_NAMES
    Py_INCREF(value);
    Py_XSETREF(last.name, value);
    Py_INCREF(value);
    self->name = value;
#endif
    return (PyObject *)self;
}

static PyMethodDef spam_methods[] = {
    {"box", box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
