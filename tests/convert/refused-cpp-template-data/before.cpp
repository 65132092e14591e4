// Each instance of a template has its own of these; the state would have one for all.
#include <Python.h>

template <typename T> struct Cache {
    inline static PyObject *object;
    static long n;
};

template <typename T> long Cache<T>::n;

static PyObject *
put(PyObject *, PyObject *object)
{
    Py_INCREF(object);
    if (PyLong_Check(object)) {
        Cache<long>::n++;
        Py_XSETREF(Cache<long>::object, object);
        return PyLong_FromLong(Cache<long>::n);
    }
    Cache<double>::n++;
    Py_XSETREF(Cache<double>::object, object);
    return PyLong_FromLong(Cache<double>::n);
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, nullptr},
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
