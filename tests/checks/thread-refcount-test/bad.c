/* A bytes object is changed in place because its count says that nobody else has it. */
#include "../module.h"

static PyObject *
spam_upper(PyObject *Py_UNUSED(module), PyObject *text)
{
    if (!PyBytes_Check(text) || PyBytes_GET_SIZE(text) == 0) {
        return Py_NewRef(text);
    }
    PyObject *result = Py_REFCNT(text) == 1  // want: thread-refcount-test
                           ? Py_NewRef(text)
                           : PyBytes_FromString(PyBytes_AS_STRING(text));
    if (result != NULL) {
        PyBytes_AS_STRING(result)[0] = 'S';
    }
    return result;
}

static PyMethodDef methods[] = {
    {"upper", spam_upper, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
