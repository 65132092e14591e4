#include <Python.h>

static PyObject *
double_it(PyObject *self, PyObject *arg)
{
    return PyNumber_Add(arg, arg);
}

static PyMethodDef methods[] = {
    {"double_it", double_it, METH_O, "Twice the argument."},
    {NULL, NULL, 0, NULL},
};

#ifndef Py_mod_multiple_interpreters /* not in this limited API */
#define Py_mod_multiple_interpreters 3
#endif
#ifndef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
#define Py_MOD_PER_INTERPRETER_GIL_SUPPORTED ((void *)2)
#endif
#ifndef Py_mod_gil /* not in this limited API */
#define Py_mod_gil 4
#endif
#ifndef Py_MOD_GIL_NOT_USED
#define Py_MOD_GIL_NOT_USED ((void *)1)
#endif

/* Slots that only newer versions of Python support. */
static void
spam_add_slots(PyModuleDef_Slot *slot)
{
    const char *version = Py_GetVersion(); /* such as 3.13.1 */
    int minor = version[2] - '0';
    if (version[3] >= '0' && version[3] <= '9') {
        minor = 10 * minor + version[3] - '0';
    }
    if (minor >= 12) {
        slot->slot = Py_mod_multiple_interpreters;
        slot->value = Py_MOD_PER_INTERPRETER_GIL_SUPPORTED;
        slot++;
    }
    if (minor >= 13) {
        slot->slot = Py_mod_gil;
        slot->value = Py_MOD_GIL_NOT_USED;
    }
}

static PyModuleDef_Slot spam_slots[] = {
    {0, NULL},
    {0, NULL},
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    spam_add_slots(&spam_slots[0]);
    return PyModuleDef_Init(&spam_module);
}
