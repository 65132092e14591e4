/* Under a lock, atomic, of the thread, or only written at import.  It needs Python 3.13. */
#include "../module.h"

#include <stdatomic.h>

static PyMutex mutex;
static long counter;  // want-note: state-static-data
static atomic_long hits;  // want-note: state-static-data
static _Thread_local long depth;  // want-note: state-static-data
static unsigned squares[16];

static PyObject *
count(PyObject *module, PyObject *ignored)
{
    long now;
    PyMutex_Lock(&mutex);
    now = ++counter;
    PyMutex_Unlock(&mutex);
    atomic_fetch_add(&hits, 1);
    depth++;
    return PyLong_FromLong(now + squares[now & 15]);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    for (unsigned i = 0; i < 16; i++) {
        squares[i] = i * i;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
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
