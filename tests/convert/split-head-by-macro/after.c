/* The macro that declares the init function stands in a branch that ends in front of the body;
 * what the other branch declares does not compile. */
#include <Python.h>

#define MODINIT_DEFINE(name) PyMODINIT_FUNC PyInit_##name(void)

typedef struct {
    int count;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_next(PyObject *self, PyObject *ignored)
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(++state->count);
}

static PyMethodDef methods[] = {
    {"next", spam_next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_setup(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_setup},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, NULL, NULL, NULL,
};

static int
spam_setup(PyObject *m)
{
    if (m != NULL && PyModule_AddIntConstant(m, "limit", 12) < 0) {
        return -1;
    }
    return 0;
}

#ifdef SYMBIAN
SPAM_EXPORT
void
initspam(void)
#else
MODINIT_DEFINE(spam)
#endif
{
    return PyModuleDef_Init(&spam_module);
}
