/* A macro of one function that a table in a file of its own uses, and an array whose
 * length is a macro of the file that it leaves. */
#include "spam.h"
#include "spam_state.h"

PyObject *
spam_error(spam_state *state, int number)
{
    if (number < FIRST || number > LAST
        || state->errors[number - FIRST] == NULL) {
        PyErr_SetNone(PyExc_ValueError);
        return NULL;
    }
    PyErr_SetNone(state->errors[number - FIRST]);
    return NULL;
}

static int
init_errors(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *error;

#define ADD_ERROR(name, number)                                       \
    error = PyErr_NewException("spam." #name, NULL, NULL);            \
    if (error == NULL) {                                              \
        return -1;                                                    \
    }                                                                 \
    Py_XSETREF(state->errors[number - FIRST], error);                 \
    Py_INCREF(error);                                                 \
    if (PyModule_AddObject(m, #name, error) < 0) {                    \
        Py_DECREF(error);                                             \
        return -1;                                                    \
    }

#include "table.inc"

    return 0;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->errors); i++) {
        Py_VISIT(state->errors[i]);
    }
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->errors); i++) {
        Py_CLEAR(state->errors[i]);
    }
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int init_spam(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, init_spam},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
init_spam(PyObject *m)
{
    if (init_errors(m) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
