/* Nothing ever released what the state of the module held: each module object would lose it. */
#include <Python.h>

struct spam_state {
    PyObject *normalize;
    long n_calls;
};

#define GETSTATE(m) ((struct spam_state *)PyModule_GetState(m))

static PyObject *
call(PyObject *self, PyObject *text)
{
    GETSTATE(self)->n_calls++;
    return PyObject_CallFunction(GETSTATE(self)->normalize, "sO", "NFC", text);
}

static PyMethodDef spam_methods[] = {
    {"call", call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static inline struct spam_state *
get_spam_state(PyObject *module)
{
    return (struct spam_state *)PyModule_GetState(module);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct spam_state *state = get_spam_state(module);
    Py_VISIT(state->normalize);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    struct spam_state *state = get_spam_state(module);
    Py_CLEAR(state->normalize);
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

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(struct spam_state),
    spam_methods,
    spam_slots,
    spam_traverse,
    spam_clear,
    spam_free,
};

static int
spam_exec(PyObject *module)
{
    PyObject *unicodedata = PyImport_ImportModule("unicodedata");
    if (unicodedata == NULL) {
        return -1;
    }
    GETSTATE(module)->normalize = PyObject_GetAttrString(unicodedata, "normalize");
    Py_DECREF(unicodedata);
    if (GETSTATE(module)->normalize == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&moduledef);
}
