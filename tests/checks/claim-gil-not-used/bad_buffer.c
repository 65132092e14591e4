/* A static buffer that snprintf writes. */
#include "../module.h"

static PyObject *
spam_text(PyObject *Py_UNUSED(module), PyObject *arg)
{
    static char text[64];  // want: state-static-data
    snprintf(text, sizeof(text), "<%ld>", PyLong_AsLong(arg));
    return PyUnicode_FromString(text);
}

static PyMethodDef methods[] = {
    {"text", spam_text, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},  // want: claim-gil-not-used
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
