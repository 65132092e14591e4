#include <Python.h>
#include <capstone/capstone.h>

/* A struct of a library of C is no call of that. */
static int count;

static PyObject *
number(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    cs_opt_mnem option;
    option.id = 3;
    return PyLong_FromLong(static_cast<long>(option.id) + ++count);
}

static PyMethodDef methods[] = {
    {"number", number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
