/* A class of the project that holds a lock for as long as its object lives, and the
 * library's own.  It needs Python 3.13. */
#include <mutex>

#include "../module.h"

static std::mutex mutex;
static long counter;  // want-note: state-static-data
static long total;  // want-note: state-static-data

class Hold {
public:
    explicit Hold(std::mutex &mutex) : mutex_(mutex) { mutex_.lock(); }
    ~Hold() { mutex_.unlock(); }
private:
    std::mutex &mutex_;
};

static long
add(long n)
{
    std::lock_guard<std::mutex> guard(mutex);
    total += n;
    return total;
}

static PyObject *
count(PyObject *module, PyObject *ignored)
{
    Hold hold(mutex);
    return PyLong_FromLong(++counter + add(1));
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, 0, methods, slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
