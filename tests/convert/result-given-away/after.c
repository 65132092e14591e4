/* Functions that give what they return to the module, and those that keep a reference for it. */
#include <Python.h>

static PyObject *
add_plain(PyObject *module, const char *full, const char *name)
{
    PyObject *error = PyErr_NewException(full, NULL, NULL);
    if (error != NULL) {
        PyModule_AddObject(module, name, error);
    }
    return error;
}

static PyObject *
add_checked(PyObject *module, const char *full, const char *name)
{
    PyObject *error = PyErr_NewException(full, NULL, NULL);
    if (error == NULL) {
        return NULL;
    }
    if (PyModule_AddObject(module, name, error) < 0) {
        Py_DECREF(error);
        return NULL;
    }
    return error;
}

static PyObject *
add_counted(PyObject *module, const char *full, const char *name)
{
    PyObject *error = PyErr_NewException(full, NULL, NULL);
    if (error == NULL) {
        return NULL;
    }
    Py_INCREF(error);
    if (PyModule_AddObject(module, name, error) < 0) {
        Py_DECREF(error);
        Py_DECREF(error);
        return NULL;
    }
    return error;
}

static PyObject *
add_referenced(PyObject *module, const char *full, const char *name)
{
    PyObject *error = PyErr_NewException(full, NULL, NULL);
    if (error == NULL || PyModule_AddObjectRef(module, name, error) < 0) {
        Py_XDECREF(error);
        return NULL;
    }
    return error;
}

typedef struct {
    PyObject *Plain;
    PyObject *Checked;
    PyObject *Counted;
    PyObject *Referenced;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_fail(PyObject *self, PyObject *number)
{
    spam_state *state = get_spam_state(self);
    PyObject *errors[] =
        {state->Plain, state->Checked, state->Counted, state->Referenced};
    size_t n = PyLong_AsSize_t(number);
    if (!PyErr_Occurred()) {
        PyErr_SetObject(errors[n % 4], number);
    }
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Plain);
    Py_VISIT(state->Checked);
    Py_VISIT(state->Counted);
    Py_VISIT(state->Referenced);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Plain);
    Py_CLEAR(state->Checked);
    Py_CLEAR(state->Counted);
    Py_CLEAR(state->Referenced);
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
    state->Plain = add_plain(module, "spam.Plain", "Plain");
    Py_XINCREF(state->Plain);
    state->Checked = add_checked(module, "spam.Checked", "Checked");
    Py_XINCREF(state->Checked);
    state->Counted = add_counted(module, "spam.Counted", "Counted");
    state->Referenced = add_referenced(module, "spam.Referenced",
                                       "Referenced");
    if (state->Plain == NULL || state->Checked == NULL
        || state->Counted == NULL || state->Referenced == NULL) {
        return -1;
    }
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
