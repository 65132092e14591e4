/* The module's dictionary gets the only reference of a local: a macro calls PyModule_AddObject, or
 * a function of the module does.  What the static gets is borrowed then, and a field needs a
 * reference; where the macro takes one before, it does not. */
#include <Python.h>

/* The local is an argument. */
#define PASS(module, name, object) \
    if (PyModule_AddObject(module, name, object) < 0) { \
        return -1; \
    }

/* The local is the macro's own. */
#define MAKE(module, name) \
    PyObject *name = PyErr_NewException("spam." #name, NULL, NULL); \
    if (name == NULL || PyModule_AddObject(module, #name, name) < 0) { \
        return -1; \
    }

#define COUNT(module, name, object) \
    Py_INCREF(object); \
    if (PyModule_AddObject(module, name, object) < 0) { \
        return -1; \
    }

static int
add(PyObject *module, const char *name, PyObject *object)
{
    if (object == NULL) {
        return -1;
    }
    return PyModule_AddObject(module, name, object);
}

typedef struct {
    PyObject *passed;
    PyObject *made;
    PyObject *helped;
    PyObject *counted;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *self, PyObject *number)
{
    spam_state *state = get_spam_state(self);
    switch (PyLong_AsLong(number)) {
    case 1:
        PyErr_SetString(state->passed, "one");
        break;
    case 2:
        PyErr_SetString(state->made, "two");
        break;
    case 3:
        PyErr_SetString(state->helped, "three");
        break;
    default:
        PyErr_SetString(state->counted, "more");
    }
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->passed);
    Py_VISIT(state->made);
    Py_VISIT(state->helped);
    Py_VISIT(state->counted);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->passed);
    Py_CLEAR(state->made);
    Py_CLEAR(state->helped);
    Py_CLEAR(state->counted);
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
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
    PyObject *first = PyErr_NewException("spam.First", NULL, NULL);
    if (first == NULL) {
        return -1;
    }
    PASS(module, "First", first)
    state->passed = first;
    Py_XINCREF(state->passed);
    MAKE(module, Second)
    state->made = Second;
    Py_XINCREF(state->made);
    PyObject *third = PyErr_NewException("spam.Third", NULL, NULL);
    if (add(module, "Third", third) < 0) {
        return -1;
    }
    state->helped = third;
    Py_XINCREF(state->helped);
    PyObject *fourth = PyErr_NewException("spam.Fourth", NULL, NULL);
    if (fourth == NULL) {
        return -1;
    }
    COUNT(module, "Fourth", fourth)
    state->counted = fourth;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
