#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* PyArg_… stores what it does not own, and may fail behind it, or nobody takes a reference. */
static PyObject *First, *Second, *Third;

static PyObject *
set_first(PyObject *self, PyObject *args)
{
    int number;
    if (!PyArg_ParseTuple(args, "Oi", &First, &number)) {
        return NULL;
    }
    Py_INCREF(First);
    return PyLong_FromLong(number);
}

static PyObject *
set_second(PyObject *self, PyObject *args)
{
    if (!PyArg_ParseTuple(args, "O", &Second)) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
set_third(PyObject *self, PyObject *args)
{
    PyObject *other;
    if (!PyArg_ParseTuple(args, "O!O!", &PyType_Type, &Third, &PyType_Type, &other)) {
        return NULL;
    }
    Py_INCREF(Third);
    Py_RETURN_NONE;
}

static PyObject *
get(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("(OOO)", First ? First : Py_None, Second ? Second : Py_None,
                         Third ? Third : Py_None);
}

static PyMethodDef methods[] = {
    {"set_first", set_first, METH_VARARGS, NULL},
    {"set_second", set_second, METH_VARARGS, NULL},
    {"set_third", set_third, METH_VARARGS, NULL},
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
