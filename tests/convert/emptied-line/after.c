/* All that stands on a line goes, and the comment above with the first of it. */
#include <Python.h>

 static long limit = 3, step; static const char kept[] = "kept";

typedef struct {
    /* what was counted */
    PyObject *seen;
    long count;
    /* of one */
    PyObject *other;
    long n_others;
    PyObject *third;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_count(PyObject *self, PyObject *object)
{
    spam_state *state = get_spam_state(self);
    state->count += step + 1;
    state->n_others += state->count > limit;
    Py_XSETREF(state->seen, Py_NewRef(object));
    Py_XSETREF(state->other, PyUnicode_FromString(kept));
    Py_XSETREF(state->third, Py_NewRef(self));
    return Py_BuildValue("ll", state->count, state->n_others);
}

static PyMethodDef methods[] = {
    {"count", spam_count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->seen);
    Py_VISIT(state->other);
    Py_VISIT(state->third);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->seen);
    Py_CLEAR(state->other);
    Py_CLEAR(state->third);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
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
