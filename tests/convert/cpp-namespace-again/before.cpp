/* The init function stands in another block of the namespace that the definition is in. */
#include <Python.h>

namespace tool {

static PyObject *Error;

static PyObject *fail(PyObject *, PyObject *)
{
    PyErr_SetString(Error, "failed");
    return nullptr;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef tool_def = {
    PyModuleDef_HEAD_INIT, "tool", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr,
};

}  // namespace tool

#include <cstring>

namespace tool {

PyMODINIT_FUNC PyInit_tool()
{
    PyObject *mod = PyModule_Create(&tool_def);
    if (mod == nullptr) {
        return nullptr;
    }
    Error = PyErr_NewException("tool.Error", nullptr, nullptr);
    Py_XINCREF(Error);
    if (Error == nullptr || PyModule_AddObject(mod, "Error", Error) < 0) {
        Py_XDECREF(Error);
        Py_DECREF(mod);
        return nullptr;
    }
    return mod;
}

}  // namespace tool
