#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* PyArg_… stores a borrowed reference in a static, and the function takes one of it.  Nothing
 * fails behind the last object, so there is no way out with what is borrowed. */
static PyObject *First, *Second, *Third;

static PyObject *
set_classes(PyObject *self, PyObject *args)
{
    int number;
    if (!PyArg_ParseTuple(args, "iOO:set_classes", &number, &First, &Second)) {
        return NULL;
    }
    Py_INCREF(First);
    Py_INCREF(Second);
    return PyLong_FromLong(number);
}

static PyObject *
set_third(PyObject *self, PyObject *args)
{
    if (!PyArg_UnpackTuple(args, "set_third", 1, 1, &Third)) {
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
    {"set_classes", set_classes, METH_VARARGS, NULL},
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
