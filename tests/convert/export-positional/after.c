#include <Python.h>

typedef struct {
    int n_calls;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
count(PyObject *module, PyObject *unused)
{
    spam_state *state = get_spam_state(module);
    (void)module;
    (void)unused;
    return PyLong_FromLong(++state->n_calls);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};

static struct PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
};

struct PyModuleDef *
definition_of_spam(void)
{
    return &spam;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam);
}

PyABIInfo_VAR(spam_abi);

static PySlot spam_export[] = {
    PySlot_STATIC_DATA(Py_mod_abi, &spam_abi),
    PySlot_DATA(Py_mod_name, "spam"),
    PySlot_STATIC_DATA(Py_mod_methods, methods),
    PySlot_SIZE(Py_mod_state_size, sizeof(spam_state)),
    PySlot_STATIC_DATA(Py_mod_slots, spam_slots),
    PySlot_STATIC_DATA(Py_mod_token, &spam),
    PySlot_END,
};

PyMODEXPORT_FUNC
PyModExport_spam(void)
{
    return spam_export;
}
