/* A static text is filled by the import; messages hold it. */
#include "../module.h"

static struct {
    char letters[4];
} table;

static const char *
letters(void)
{
    return table.letters;
}

static char *
all_letters(void)
{
    return table.letters;
}

static PyObject *
spam_find(PyObject *Py_UNUSED(module), PyObject *name)
{
    const char *text = PyUnicode_AsUTF8(name);
    if (text == NULL) {
        return NULL;
    }
    if (strchr(letters(), text[0]) == NULL) {
        return PyErr_Format(PyExc_ValueError, "not one of %s", all_letters());
    }
    Py_RETURN_NONE;
}

static int
spam_exec(PyObject *Py_UNUSED(module))
{
    table.letters[0] = 'a';
    return 0;
}

static PyMethodDef methods[] = {
    {"find", spam_find, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
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
