#include <Python.h>

static const long minimum = 16;

typedef struct {
    long limit;
    const char *label;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_limit(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    long old = state->limit;
    long wanted = -1;

    if (!PyArg_ParseTuple(args, "|l:limit", &wanted)) {
        return NULL;
    }
    if (wanted >= minimum) {
        state->limit = wanted;
        state->label = "changed";
    }
    return Py_BuildValue("ls", old, state->label);
}

static PyMethodDef methods[] = {
    {"limit", spam_limit, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

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
    {Py_mod_exec, spam_exec},
    {0, NULL},
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->limit = 128 * 1024;
    state->label = "spam";
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    spam_add_slots(&spam_slots[1]);
    return PyModuleDef_Init(&spam_module);
}
