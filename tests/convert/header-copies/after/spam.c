/* A header has static variables, and each file that includes it has its own. */
#include "common.h"
#include "spam_state.h"

static PyObject *
spam_join(PyObject *self, PyObject *list)
{
    spam_state *state = get_spam_state(self);
    PyObject *text = egg_join(state, list);
    if (text == NULL || get_separator(state) == NULL) {
        Py_XDECREF(text);
        return NULL;
    }
    return Py_BuildValue("NOi", text, get_separator(state), step());
}

static PyMethodDef methods[] = {
    {"join", spam_join, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->separator);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->separator);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
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

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
