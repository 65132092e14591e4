/* The size of the state by a macro: the struct is known by what the code takes it for. */
#include <Python.h>

typedef struct {
    PyObject *error;
} spam_state;

#define STATE_SIZE sizeof(spam_state)

static PyObject *last;

static spam_state *
get_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
remember(PyObject *module, PyObject *value)
{
    Py_XSETREF(last, Py_NewRef(value));
    return Py_NewRef(get_state(module)->error);
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_state(module);
    state->error = PyErr_NewException("spam.Error", NULL, NULL);
    return state->error != NULL ? 0 : -1;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(get_state(module)->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    Py_CLEAR(get_state(module)->error);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = STATE_SIZE,
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
