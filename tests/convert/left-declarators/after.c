#include <Python.h>

/* Those that stay keep their lines and comments. */
static double scale = 1.5, /* as in the table */
              offset = 0.5;

static int base = 10, width = 8,
           height = 4;

typedef struct {
    double first;
    int n_seen;
    int n_left;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_see(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    state->first = scale * state->n_seen++ + offset;
    state->n_left = base - state->n_seen;
    return Py_BuildValue("diii", state->first, state->n_left, width, height);
}

static PyMethodDef spam_methods[] = {
    {"see", spam_see, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
