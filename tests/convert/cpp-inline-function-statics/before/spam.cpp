#include "count.hpp"

PyObject *next(PyObject *, PyObject *number);

static PyObject *
calls(PyObject *, PyObject *)
{
    return PyLong_FromLong(count(0));
}

static PyMethodDef methods[] = {
    {"next", next, METH_O, nullptr},
    {"calls", calls, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModule_Create(&spam_module);
}
