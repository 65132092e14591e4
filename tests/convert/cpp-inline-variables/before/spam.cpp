#include "globals.hpp"

using namespace spam;

static PyObject *
set_strict(PyObject *, PyObject *value)
{
    int is = PyObject_IsTrue(value);
    if (is < 0)
        return nullptr;
    is_strict = is;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"check", check, METH_O, nullptr},
    {"set_strict", set_strict, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC
PyInit_spam()
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == nullptr)
        return nullptr;
    error = PyErr_NewException("spam.Error", nullptr, nullptr);
    if (error == nullptr || PyModule_AddObjectRef(m, "Error", error) < 0) {
        Py_DECREF(m);
        return nullptr;
    }
    return m;
}
