#include <Python.h>

typedef struct {
    PyObject_HEAD
    long size;
} CrateObject;

static PyTypeObject Crate_Type;

/* Raised by functions and methods alike. */
static PyObject *CrateError;
/* Only functions of the module raise this one. */
static PyObject *EmptyError;
static long n_crates = 1;
static long n_calls = 2;

static PyObject *
refuse(long size)
{
    return PyErr_Format(CrateError, "%ld is too much", size);
}

static PyObject *
Crate_grow(CrateObject *self, PyObject *Py_UNUSED(ignored))
{
    n_crates++;
    if (self->size > 8) {
        return refuse(self->size);
    }
    self->size++;
    Py_RETURN_NONE;
}

static PyMethodDef Crate_methods[] = {
    {"grow", (PyCFunction)Crate_grow, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Crate",
    .tp_basicsize = sizeof(CrateObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_methods = Crate_methods,
};

static PyObject *
spam_open(PyObject *self, PyObject *crate)
{
    n_calls++;
    if (!PyObject_TypeCheck(crate, &Crate_Type)) {
        PyErr_SetString(PyExc_TypeError, "not a crate");
        return NULL;
    }
    if (((CrateObject *)crate)->size == 0) {
        PyErr_SetNone(EmptyError);
        return NULL;
    }
    return PyLong_FromLong(n_calls);
}

static PyMethodDef methods[] = {
    {"open", spam_open, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

static int
add_errors(PyObject *m)
{
    CrateError = PyErr_NewException("spam.CrateError", NULL, NULL);
    EmptyError = PyErr_NewException("spam.EmptyError", NULL, NULL);
    if (CrateError == NULL || EmptyError == NULL) {
        return -1;
    }
    Py_INCREF(CrateError);
    if (PyModule_AddObject(m, "CrateError", CrateError) < 0) {
        Py_DECREF(CrateError);
        return -1;
    }
    Py_INCREF(EmptyError);
    if (PyModule_AddObject(m, "EmptyError", EmptyError) < 0) {
        Py_DECREF(EmptyError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Crate_Type) < 0 || add_errors(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Crate_Type);
    if (PyModule_AddObject(m, "Crate", (PyObject *)&Crate_Type) < 0) {
        Py_DECREF(&Crate_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
