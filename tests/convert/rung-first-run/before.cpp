/* Static variables of functions, which C++ sets when the function first runs: at import their
 * initial values may fail, or be others.  What is constant moves. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *
spam_side(PyObject *, PyObject *object)
{
    static PyObject *left = PyUnicode_InternFromString("left");
    static PyObject *last = nullptr;
    if (object == last) {
        PyErr_SetNone(SpamError);
        return nullptr;
    }
    Py_INCREF(object);
    Py_XSETREF(last, object);
    Py_XINCREF(left);
    return left;
}

static PyMethodDef spam_methods[] = {
    {"side", spam_side, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, spam_methods,
    nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == nullptr) {
        return nullptr;
    }
    SpamError = PyErr_NewException("spam.Error", nullptr, nullptr);
    if (SpamError == nullptr || PyModule_AddObjectRef(module, "Error", SpamError) < 0) {
        Py_DECREF(module);
        return nullptr;
    }
    return module;
}
