/* A library calls back with what it was given: here, an instance. */
#define _GNU_SOURCE
#include <Python.h>
#include <stdlib.h>

static PyObject *OrderError;

typedef struct {
    PyObject_HEAD
    long sign;
} OrderObject;

static PyTypeObject Order_Type;

static int
compare(const void *one, const void *two, void *data)
{
    OrderObject *self = (OrderObject *)data;
    long a = *(const long *)one, b = *(const long *)two;
    if (self->sign == 0 && !PyErr_Occurred()) {
        PyErr_SetString(OrderError, "no order");
    }
    return (int)self->sign * ((a > b) - (a < b));
}

static PyObject *
order_sorted(PyObject *self, PyObject *args)
{
    long numbers[3];
    if (!PyArg_ParseTuple(args, "lll", &numbers[0], &numbers[1], &numbers[2])) {
        return NULL;
    }
    qsort_r(numbers, 3, sizeof numbers[0], compare, self);
    if (PyErr_Occurred()) {
        return NULL;
    }
    return Py_BuildValue("lll", numbers[0], numbers[1], numbers[2]);
}

static int
order_init(PyObject *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    return PyArg_ParseTuple(args, "l", &((OrderObject *)self)->sign) ? 0 : -1;
}

static PyMethodDef order_methods[] = {
    {"sorted", order_sorted, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Order_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Order",
    .tp_basicsize = sizeof(OrderObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = order_methods,
    .tp_init = order_init,
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
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    OrderError = PyErr_NewException("spam.OrderError", NULL, NULL);
    if (OrderError == NULL || PyType_Ready(&Order_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Order_Type);
    if (PyModule_AddObject(m, "Order", (PyObject *)&Order_Type) < 0) {
        Py_DECREF(&Order_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
