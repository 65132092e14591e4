#include "cache.hpp"

/* A member that is called as locals for the state often are. */
class Reader {
public:
    explicit Reader(int state) : state(state) {}
    bool is_open() const { return state != 0; }
    static PyObject *read(PyObject *self, PyObject *key);

private:
    int state;
};

PyObject *
Reader::read(PyObject *, PyObject *key)
{
    Reader reader(PyUnicode_Check(key));
    Cache::calls(true);
    return reader.is_open() ? Cache::find(key) : Py_XNewRef(Cache::empty());
}

static PyObject *
count(PyObject *, PyObject *)
{
    return PyLong_FromLong(Cache::calls(false));
}

static PyMethodDef methods[] = {
    {"read", &Reader::read, METH_O, nullptr},
    {"clear", Cache::clear, METH_NOARGS, nullptr},
    {"count", count, METH_NOARGS, nullptr},
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
    Cache::error = PyErr_NewException("spam.Error", nullptr, nullptr);
    if (Cache::error == nullptr || PyModule_AddObjectRef(m, "Error", Cache::error) < 0) {
        Py_DECREF(m);
        return nullptr;
    }
    return m;
}
