// C++ has no names in initialisers before C++20: the init function assigns the fields.
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
call(PyObject *module, PyObject *)
{
    spam_state *state = get_spam_state(module);
    state->n_calls++;
    return PyLong_FromLong(state->n_calls);
}

static int
exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "one", 1);
}

static PyMethodDef methods[] = {{"call", call, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam", // m_name
    NULL, // m_doc
    sizeof(spam_state), // m_size
    methods, // m_methods
    slots, // m_slots
    NULL, // m_traverse
    NULL, // m_clear
    NULL, // m_free
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
