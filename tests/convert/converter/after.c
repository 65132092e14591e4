/* Converters of arguments that raise the module's own exception. */
#include <Python.h>

typedef struct {
    PyObject *SpamError;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
as_mode(spam_state *state, PyObject *object, int *mode)
{
    *mode = (int)PyLong_AsLong(object);
    if (*mode < 0 || *mode > 2) {
        PyErr_SetString(state->SpamError, "no such mode");
        return 0;
    }
    return 1;
}

static PyObject *
open_spam(PyObject *self, PyObject *args, PyObject *kwargs)
{
    spam_state *state = get_spam_state(self);
    PyObject *mode_object = NULL;
    PyObject *other_object = NULL;
    static char *names[] = {"name", "mode", "other", NULL};
    const char *name;
    int mode = 0, other = 1;

    if (!(PyArg_ParseTupleAndKeywords(args, kwargs, "s|OO:open", names, &name,
                                     &mode_object, &other_object)
        && (mode_object == NULL || as_mode(state, mode_object, &mode))
        && (other_object == NULL || as_mode(state, other_object, &other)))) {
        return NULL;
    }
    return Py_BuildValue("sii", name, mode, other);
}

static PyMethodDef methods[] = {
    {"open", (PyCFunction)(void (*)(void))open_spam, METH_VARARGS | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
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
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
