/* PyModExport_spam instead of a definition and PyInit_spam. */
#include <Python.h>

#include <stdio.h>

static PyObject *SpamError;

typedef struct {
    PyObject_HEAD
    long value;
} Number;

static PyTypeObject Number_Type;

static PyObject *
number_add(PyObject *left, PyObject *right)
{
    if (!PyObject_TypeCheck(left, &Number_Type)
        || !PyObject_TypeCheck(right, &Number_Type))
    {
        Py_RETURN_NOTIMPLEMENTED;
    }
    if (((Number *)left)->value < 0) {
        PyErr_SetString(SpamError, "negative");
        return NULL;
    }
    return PyLong_FromLong(((Number *)left)->value + ((Number *)right)->value);
}

static PyObject *
number_fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyErr_Format(SpamError, "%ld", ((Number *)self)->value);
}

static PyNumberMethods number_as_number = {
    .nb_add = number_add,
};

static PyMethodDef number_methods[] = {
    {"fail", number_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Number_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Number",
    .tp_basicsize = sizeof(Number),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_as_number = &number_as_number,
    .tp_methods = number_methods,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Token_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "token",
    .tp_basicsize = sizeof(Number),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Even_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Even",
    .tp_basicsize = sizeof(Number),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Number_Type,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Number_Type) < 0 || PyType_Ready(&Token_Type) < 0
        || PyType_Ready(&Even_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    Py_XINCREF(SpamError);
    if (PyModule_AddObject(m, "Error", SpamError) < 0) {
        Py_XDECREF(SpamError);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Even_Type);
    if (PyModule_AddObject(m, "Even", (PyObject *)&Even_Type) < 0) {
        Py_DECREF(&Even_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
