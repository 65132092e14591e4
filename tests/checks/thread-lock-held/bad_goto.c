/* A mutex that a goto leaves locked. */
#include "../module.h"

static PyMutex lock;

static PyObject *
spam_take(PyObject *Py_UNUSED(module), PyObject *value)
{
    PyObject *result = NULL;
    PyMutex_Lock(&lock);
    if (!PyLong_CheckExact(value)) {
        goto done;  // want: thread-lock-held
    }
    result = Py_NewRef(value);
    PyMutex_Unlock(&lock);
done:
    return result != NULL ? result : Py_NewRef(Py_None);
}

static PyMethodDef methods[] = {
    {"take", spam_take, METH_O, NULL},
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
