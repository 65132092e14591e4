/* strtok keeps its position in the C library. */
#include "../module.h"

static PyObject *
spam_word(PyObject *Py_UNUSED(module), PyObject *arg)
{
    const char *text = PyUnicode_AsUTF8(arg);
    char copy[64];
    if (text == NULL) {
        return NULL;
    }
    snprintf(copy, sizeof(copy), "%s", text);
    char *word = strtok(copy, " ");  // want-warning: global-process-call
    return PyUnicode_FromString(word != NULL ? word : "");
}

static PyMethodDef methods[] = {
    {"word", spam_word, METH_O, NULL},
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
