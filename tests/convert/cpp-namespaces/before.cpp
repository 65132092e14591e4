// The init function is outside of the namespaces that hold what it makes.
#include <Python.h>

namespace text {
namespace detail {
static PyObject *error;
static long calls = 0;
}

static PyObject *
upper(PyObject *, PyObject *arg)
{
    detail::calls++;
    if (!PyUnicode_Check(arg)) {
        PyErr_SetString(detail::error, "not a text");
        return nullptr;
    }
    return PyObject_CallMethod(arg, "upper", nullptr);
}
}

namespace {

PyObject *error;

PyObject *
fail(PyObject *, PyObject *arg)
{
    PyErr_SetObject(error, arg);
    return nullptr;
}

PyMethodDef methods[] = {
    {"upper", text::upper, METH_O, nullptr},
    {"fail", fail, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr,
};

}

PyMODINIT_FUNC
PyInit_spam()
{
    PyObject *m = PyModule_Create(&definition);
    if (m == nullptr)
        return nullptr;
    error = PyErr_NewException("spam.Error", nullptr, nullptr);
    text::detail::error = PyErr_NewException("spam.TextError", error, nullptr);
    if (error == nullptr || text::detail::error == nullptr
        || PyModule_AddObjectRef(m, "Error", error) < 0
        || PyModule_AddObjectRef(m, "TextError", text::detail::error) < 0)
    {
        Py_DECREF(m);
        return nullptr;
    }
    return m;
}
