#include <Python.h>

/* In multi-phase initialisation, with state, and a type that is static: look-ups stand in
 * branches already, where the type is needed outside of those, too. */
typedef struct {
    PyObject *error;
} spam_state;

static PyTypeObject Spam_Type;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
make(PyObject *module, PyObject *number)
{
    long value = PyLong_AsLong(number);
    if (value == -1) {
        spam_state *state = get_spam_state(module);
        PyErr_SetString(state->error, "minus one");
        return NULL;
    }
    return PyObject_CallNoArgs((PyObject *)&Spam_Type);
}

/* Written otherwise, it is left where it is. */
static PyObject *
made(PyObject *module, PyObject *object)
{
    if (object == Py_None) {
        spam_state *state = PyModule_GetState(module);
        PyErr_SetString(state->error, "None");
        return NULL;
    }
    return PyBool_FromLong(Py_TYPE(object) == &Spam_Type);
}

/* Here the branch does. */
static PyObject *
checked(PyObject *module, PyObject *object)
{
    if (object != Py_None) {
        spam_state *state = get_spam_state(module);
        if (Py_TYPE(object) != &Spam_Type) {
            PyErr_SetString(state->error, "no Spam");
            return NULL;
        }
    }
    Py_INCREF(object);
    return object;
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {"made", made, METH_O, NULL},
    {"checked", checked, METH_O, NULL},
    {NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->error == NULL || PyType_Ready(&Spam_Type) < 0) {
        return -1;
    }
    Py_INCREF(state->error);
    if (PyModule_AddObject(module, "Error", state->error) < 0) {
        Py_DECREF(state->error);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {0, NULL},
};

static PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods, .m_slots = slots, .m_traverse = spam_traverse,
    .m_clear = spam_clear, .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
