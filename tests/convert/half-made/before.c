#include <Python.h>

/* The definition bears the name that generated code would like for a local. */
static struct PyModuleDef module;

static PyObject *zero;

typedef struct {
    PyObject_HEAD
    PyObject *value;
} CellObject;

static PyTypeObject Cell_Type;

static PyObject *
cell_of(PyObject *value)
{
    CellObject *self = PyObject_New(CellObject, &Cell_Type);
    if (self == NULL) {
        return NULL;
    }
    if (!PyLong_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "an int is wanted");
        PyObject_Del(self);
        return NULL;
    }
    if (PyObject_IsTrue(value) < 0)
        PyObject_Del(self);
    Py_INCREF(value);
    self->value = value;
    return (PyObject *)self;
}

static void
cell_dealloc(CellObject *self)
{
    Py_DECREF(self->value);
    PyObject_Del(self);
}

static PyObject *
cell_reset(CellObject *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *old = self->value;
    Py_INCREF(zero);
    self->value = zero;
    Py_DECREF(old);
    Py_RETURN_NONE;
}

static PyMethodDef cell_methods[] = {
    {"reset", (PyCFunction)cell_reset, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Cell_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Cell",
    .tp_basicsize = sizeof(CellObject),
    .tp_dealloc = (destructor)cell_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = cell_methods,
};

static PyObject *
spam_cell(PyObject *Py_UNUSED(self), PyObject *arg)
{
    return cell_of(arg);
}

static PyMethodDef spam_methods[] = {
    {"cell", spam_cell, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Cell_Type) < 0) {
        return NULL;
    }
    zero = PyLong_FromLong(0);
    if (zero == NULL) {
        return NULL;
    }
    return PyModule_Create(&module);
}
