/* A mutex that is held while objects are compared. */
#include "../module.h"

static PyMutex lock;

static PyObject *
spam_equal(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *a, *b;
    if (!PyArg_ParseTuple(args, "OO", &a, &b)) {
        return NULL;
    }
    PyMutex_Lock(&lock);
    int equal = PyObject_RichCompareBool(a, b, Py_EQ);  // want: thread-lock-held
    PyMutex_Unlock(&lock);
    return equal < 0 ? NULL : PyBool_FromLong(equal);
}

static PyMethodDef methods[] = {
    {"equal", spam_equal, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0,
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
