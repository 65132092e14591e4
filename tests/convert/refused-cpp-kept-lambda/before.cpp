// Lambdas that are kept may run when the function has returned, and the module is gone.
#include <Python.h>
#include <functional>
#include <vector>

static PyObject *Error;
static std::vector<std::function<void()>> hooks;

template <typename F>
static PyObject *
guarded(F &&f)
{
    return f();
}

static PyObject *
keep(PyObject *, PyObject *arg)
{
    hooks.push_back([] { PyErr_SetString(Error, "kept"); });
    auto hook = [&] { PyErr_SetObject(Error, arg); };
    hooks.push_back(hook);
    return guarded([&]() -> PyObject * {
        PyErr_SetObject(Error, arg);
        return nullptr;
    });
}

static PyMethodDef methods[] = {
    {"keep", keep, METH_O, nullptr},
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
    Error = PyErr_NewException("spam.Error", nullptr, nullptr);
    if (Error == nullptr || PyModule_AddObjectRef(m, "Error", Error) < 0) {
        Py_DECREF(m);
        return nullptr;
    }
    return m;
}
