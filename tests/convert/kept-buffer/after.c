/* Buffers that the module keeps are given back to their exporters, which count them. */
#include <Python.h>

struct source {
    const char *name;
    Py_buffer view;
};

typedef struct {
    Py_buffer last;
    struct source sources[2];
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_keep(PyObject *self, PyObject *object)
{
    spam_state *state = get_spam_state(self);
    PyBuffer_Release(&state->last);
    if (PyObject_GetBuffer(object, &state->last, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(state->last.len);
}

static PyObject *
spam_set(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    int i;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "iy*", &i, &view)) {
        return NULL;
    }
    PyBuffer_Release(&state->sources[i & 1].view);
    state->sources[i & 1].name = "set";
    state->sources[i & 1].view = view;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"keep", spam_keep, METH_O, NULL},
    {"set", spam_set, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->last.obj);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->sources); i++) {
        Py_VISIT(state->sources[i].view.obj);
    }
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    PyBuffer_Release(&state->last);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->sources); i++) {
        PyBuffer_Release(&state->sources[i].view);
    }
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
