/* The pointer does not stay where the array begins: nobody could free it. */
#include <Python.h>

typedef struct {
    PyObject **items;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
push(PyObject *self, PyObject *item)
{
    spam_state *state = get_spam_state(self);
    *state->items = Py_NewRef(item);
    state->items++;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"push", push, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
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
    state->items = PyMem_Calloc(8, sizeof(PyObject *));
    if (state->items == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
