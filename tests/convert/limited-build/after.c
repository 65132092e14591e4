#include <Python.h>

typedef struct {
    long n_calls;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_count(PyObject *self, PyObject *Py_UNUSED(unused))
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(++state->n_calls);
}

static PyMethodDef methods[] = {
    {"count", spam_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#ifndef Py_mod_multiple_interpreters /* not in this limited API */
#define Py_mod_multiple_interpreters 3
#endif
#ifndef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
#define Py_MOD_PER_INTERPRETER_GIL_SUPPORTED ((void *)2)
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
    }
}

static PyModuleDef_Slot spam_slots[] = {
    {0, NULL},
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    spam_add_slots(&spam_slots[0]);
    return PyModuleDef_Init(&spam_module);
}
