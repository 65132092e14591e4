// A lambda inside of a function takes the state from that; [&] takes everything.
#include <Python.h>

static PyObject *Error, *Other;
static long calls;

static PyObject *
fail(PyObject *, PyObject *arg)
{
    auto pick = [](bool is_error) { return is_error ? Error : Other; };
    auto raise = [arg](const char *text) -> PyObject * {
        auto type = [arg]() { return PyLong_Check(arg) ? Error : Other; };
        PyErr_Format(type(), "%s: %R", text, arg);
        return nullptr;
    };
    auto count = [&] { calls++; };
    auto text = [] { return "failed"; };
    count();
    if (arg != Py_None)
        return raise(text());
    PyErr_SetString(pick(calls % 2 == 0), text());
    return nullptr;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, nullptr},
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
    auto has_all = []() -> bool { return Error != nullptr && Other != nullptr; };
    Error = PyErr_NewException("spam.Error", nullptr, nullptr);
    Other = PyErr_NewException("spam.Other", nullptr, nullptr);
    if (!has_all() || PyModule_AddObjectRef(m, "Error", Error) < 0) {
        Py_DECREF(m);
        return nullptr;
    }
    return m;
}
