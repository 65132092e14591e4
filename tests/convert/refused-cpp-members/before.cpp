// A member function that is called through its object gets no parameter; static ones would.
#include <Python.h>

static PyObject *first, *second;

struct Reader {
    PyObject *read() { return Py_XNewRef(first); }
};

struct Writer {
    static PyObject *write() { return Py_XNewRef(second); }
    static PyObject *copy() { return PyTuple_Pack(2, first, second); }
};

static PyObject *
call(PyObject *, PyObject *number)
{
    Reader reader;
    if (PyObject_IsTrue(number) == 1) {
        return reader.read();
    }
    return PyList_Check(number) ? Writer::copy() : Writer::write();
}

static PyMethodDef methods[] = {
    {"call", call, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC
PyInit_spam()
{
    first = PyList_New(0);
    second = PyList_New(0);
    if (first == nullptr || second == nullptr) {
        return nullptr;
    }
    return PyModule_Create(&spam_module);
}
