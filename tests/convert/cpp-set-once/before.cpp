// A lambda that runs once in the process would fill the state of one module object.
#include <Python.h>
#include <mutex>

static std::once_flag once;
static int *table;
static long n_calls;

static PyObject *
look(PyObject *self, PyObject *unused)
{
    std::call_once(once, [&] {
        table = new int[10]();
    });
    n_calls++;
    return PyLong_FromLong(table[3] + n_calls);
}

static PyMethodDef methods[] = {
    {"look", look, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModule_Create(&definition);
}
