#include "spam.h"
#include "spam_state.h"

static PyObject *
spam_kind_for(PyObject *self, PyObject *number)
{
    spam_state *state = get_spam_state(self);
    return (PyObject *)spam_kind_of(state, PyObject_IsTrue(number) > 0);
}

static PyObject *
spam_calls(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(state->spam_used.calls);
}

static PyMethodDef methods[] = {
    {"kind_for", spam_kind_for, METH_O, NULL},
    {"calls", spam_calls, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_plain);
    Py_VISIT(state->spam_round);
    Py_VISIT(state->spam_kind_type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_plain);
    Py_CLEAR(state->spam_round);
    Py_CLEAR(state->spam_kind_type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->spam_kind_type = spam_new_type(module, &spam_kind_type_spec);
    if (state->spam_kind_type == NULL) {
        return -1;
    }
    state->spam_plain = (spam_kind *)state->spam_kind_type->tp_alloc(
        state->spam_kind_type, 0);
    state->spam_round = (spam_kind *)state->spam_kind_type->tp_alloc(
        state->spam_kind_type, 0);
    if (state->spam_plain == NULL || state->spam_round == NULL) {
        return -1;
    }
    state->spam_plain->shape = SPAM_PLAIN;
    state->spam_round->shape = SPAM_ROUND;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
