/* Jumps that leave no mutex locked. */
#include "../module.h"

static PyMutex lock;

static PyObject *
spam_take(PyObject *Py_UNUSED(module), PyObject *value)
{
    PyObject *result = NULL;
    int n = 0;
    if (value == Py_None) {
        goto done;
    }
    PyMutex_Lock(&lock);
    if (!PyLong_CheckExact(value)) {
        goto unlock;
    }
    if (value == Py_False) {
        PyMutex_Unlock(&lock);
        goto done;
    }
    n = 1;
unlock:
    PyMutex_Unlock(&lock);
done:
    result = n ? Py_NewRef(value) : Py_NewRef(Py_None);
    return result;
}

static PyObject *
spam_retry(PyObject *Py_UNUSED(module), PyObject *value)
{
    PyMutex_Lock(&lock);
    if (value == Py_None) {
        goto none;
    }
    PyMutex_Unlock(&lock);
    return Py_NewRef(value);
none:
    PyMutex_Unlock(&lock);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"take", spam_take, METH_O, NULL},
    {"retry", spam_retry, METH_O, NULL},
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
