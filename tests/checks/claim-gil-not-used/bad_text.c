/* A function of another file is given the text, to write it. */
#include "../module.h"

static char letters[4];  // want: state-static-data

extern void fill(char *text, const char *from);

static char *
all_letters(void)
{
    return letters;
}

static PyObject *
spam_set(PyObject *Py_UNUSED(module), PyObject *name)
{
    const char *text = PyUnicode_AsUTF8(name);
    if (text == NULL) {
        return NULL;
    }
    fill(all_letters(), text);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set", spam_set, METH_O, NULL},
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
