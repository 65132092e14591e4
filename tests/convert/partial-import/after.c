/* The package's code imports the module again: it ran PyInit_ once more, and now finds the
 * module half made. */
#include <Python.h>

typedef struct {
    PyObject *helper;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
call(PyObject *self, PyObject *argument)
{
    spam_state *state = get_spam_state(self);
    return PyObject_CallFunctionObjArgs(state->helper, argument, NULL);
}

static PyMethodDef methods[] = {
    {"call", call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->helper);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->helper);
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
    PyModuleDef_HEAD_INIT, "_spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
find_helper(spam_state *state)
{
    PyObject *name = PyUnicode_FromString("spam.helpers");
    if (name == NULL) {
        return -1;
    }
    PyObject *helpers = PyImport_Import(name);
    Py_DECREF(name);
    if (helpers == NULL) {
        return -1;
    }
    state->helper = PyObject_GetAttrString(helpers, "help");
    Py_DECREF(helpers);
    return state->helper == NULL ? -1 : 0;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    if (find_helper(state) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(module, "LEVEL", 3) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit__spam(void)
{
    return PyModuleDef_Init(&definition);
}
