// Lambdas in tables are functions; one in the init function returns to that.
#include <Python.h>

static PyObject *Error, *Warning;
static long calls;

static PyMethodDef methods[] = {
    {"fail", [](PyObject *, PyObject *arg) -> PyObject * {
         calls++;
         PyErr_SetObject(arg == Py_None ? Warning : Error, arg);
         return nullptr;
     }, METH_O, "fail(value)"},
    {"calls", [](PyObject *, PyObject *) { return PyLong_FromLong(calls); }, METH_NOARGS,
     nullptr},
    {"zero", [](PyObject *, PyObject *) { return PyLong_FromLong(0); }, METH_NOARGS, nullptr},
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
    auto add = [&](const char *name, PyObject *object) -> bool {
        if (object == nullptr)
            return false;
        if (PyModule_AddObjectRef(m, name, object) < 0)
            return false;
        return true;
    };
    Error = PyErr_NewException("spam.Error", nullptr, nullptr);
    if (!add("Error", Error)) {
        Py_DECREF(m);
        return nullptr;
    }
    Warning = PyErr_NewException("spam.Warning", Error, nullptr);
    if (!add("Warning", Warning)) {
        Py_DECREF(m);
        return nullptr;
    }
    return m;
}
