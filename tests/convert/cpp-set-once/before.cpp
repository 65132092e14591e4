// A lambda that runs once in the process would fill the state of one module object; so would
// what a flag lets in that nothing clears.  One that is cleared is a lock.
#include <Python.h>
#include <atomic>
#include <mutex>

static std::once_flag once;
static int *table;
static std::atomic_flag is_made = ATOMIC_FLAG_INIT;
static int *cubes;
static std::atomic_flag lock = ATOMIC_FLAG_INIT;
static long n_calls;

static PyObject *
look(PyObject *self, PyObject *unused)
{
    std::call_once(once, [&] {
        table = new int[10]();
    });
    if (!is_made.test_and_set()) {
        cubes = new int[10]();
    }
    while (lock.test_and_set()) {
    }
    n_calls++;
    lock.clear();
    return PyLong_FromLong(table[3] + cubes[3] + n_calls);
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
