/* A lock of the module does not keep the object of a weak reference alive. */
#include "../module.h"

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

static PyMutex mutex;

static PyObject *
spam_object(PyObject *Py_UNUSED(module), PyObject *reference)
{
    PyMutex_Lock(&mutex);
    PyObject *object = PyWeakref_GetObject(reference);  // want: thread-borrowed-reference
    Py_XINCREF(object);
    PyMutex_Unlock(&mutex);
    return object;
}

static PyMethodDef methods[] = {
    {"object", spam_object, METH_O, NULL},
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
