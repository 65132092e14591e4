/* What is called a lock and is none; a lock that was given back.  It needs Python 3.13. */
#include "../module.h"

static PyMutex mutex;
static long counter;  // want: state-static-data
static long total;  // want: state-static-data

static long
lock_rows(long n)
{
    return n + 1;
}

static void
touch(void)
{
    PyMutex_Lock(&mutex);
    PyMutex_Unlock(&mutex);
}

static PyObject *
count(PyObject *module, PyObject *ignored)
{
    long rows = lock_rows(1);
    counter += rows;
    touch();
    total += rows;
    return PyLong_FromLong(counter + total);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},  // want: claim-gil-not-used
    {0, NULL},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
