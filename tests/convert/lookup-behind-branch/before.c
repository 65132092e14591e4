/* A callback gets the GIL in a branch of #if, and what needs the state stands outside of it. */
#define _GNU_SOURCE
#include <Python.h>
#include <stdlib.h>

static PyObject *OrderError;
static long compared;

typedef struct {
    PyObject_HEAD
    long sign;
} OrderObject;

static PyTypeObject Order_Type;

static int
compare(const void *one, const void *two, void *data)
{
#ifdef WITH_THREAD
    PyGILState_STATE held = PyGILState_Ensure();
#endif
    OrderObject *self = (OrderObject *)data;
    compared++;
    long a = *(const long *)one, b = *(const long *)two;
    if (self->sign == 0 && !PyErr_Occurred()) {
        PyErr_SetString(OrderError, "no order");
    }
#ifdef WITH_THREAD
    PyGILState_Release(held);
#endif
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
    if (compared == 0 || PyErr_Occurred()) {
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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Order_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    OrderError = PyErr_NewException("spam.OrderError", NULL, NULL);
    Py_XINCREF(OrderError);
    if (PyModule_AddObject(module, "OrderError", OrderError) < 0) {
        Py_XDECREF(OrderError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Order_Type);
    if (PyModule_AddObject(module, "Order", (PyObject *)&Order_Type) < 0) {
        Py_DECREF(&Order_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
