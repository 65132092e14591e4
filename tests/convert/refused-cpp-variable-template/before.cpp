#include <Python.h>

template <typename T> static long counter;
template <typename T> static PyObject *cached = nullptr;
template <typename T> constexpr int size_of = sizeof(T);

template <typename T> struct Box {
    static long made;
    static const long most = 3;
};

template <typename T> long Box<T>::made = 0;

/* What depends on T names nothing here. */
template <typename T> static void
make()
{
    Box<T>::made++;
}

static PyObject *
bump(PyObject *, PyObject *)
{
    make<int>();
    return PyLong_FromLong(++counter<int> + size_of<int> + Box<int>::most);
}

static PyObject *
get(PyObject *, PyObject *)
{
    if (cached<int> == nullptr) {
        cached<int> = PyList_New(0);
    }
    return Py_XNewRef(cached<int>);
}

static PyMethodDef spam_methods[] = {
    {"bump", bump, METH_NOARGS, nullptr},
    {"get", get, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, spam_methods, nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spammodule);
}
