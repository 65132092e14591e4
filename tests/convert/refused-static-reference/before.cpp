// A reference is bound once, and the state is made by the C allocator: fields cannot be references.
#include <Python.h>

static PyObject *error, *first, *second;
static PyObject *&last_error = error;

struct Row {
    const char *name;
    PyObject *&slot;
};
static const Row rows[] = {{"First", first}, {"Second", second}};

static PyObject *
fail(PyObject *, PyObject *number)
{
    long i = PyLong_AsLong(number);
    PyErr_SetString(i == 0 || i == 1 ? rows[i].slot : last_error, "failed");
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
    if (m == nullptr) {
        return nullptr;
    }
    error = PyErr_NewException("spam.Error", nullptr, nullptr);
    for (const Row &row : rows) {
        row.slot = PyErr_NewException("spam.Row", nullptr, nullptr);
        if (row.slot == nullptr || PyModule_AddObjectRef(m, row.name, row.slot) < 0) {
            Py_DECREF(m);
            return nullptr;
        }
    }
    if (PyModule_AddObjectRef(m, "Error", error) < 0) {
        Py_DECREF(m);
        return nullptr;
    }
    return m;
}
