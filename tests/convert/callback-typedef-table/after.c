/* The type of the functions in a table is defined apart from the table, in front of all else. */
#include <Python.h>
#include <string.h>

typedef struct {
    PyObject *Error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

typedef PyObject *(*operation)(spam_state *state, PyObject *, long);

static PyObject *
op_repeat(spam_state *state, PyObject *object, long n)
{
    if (n > 9) {
        return PyErr_Format(state->Error, "too often: %ld", n);
    }
    return PySequence_Repeat(object, n);
}

static PyObject *
op_index(spam_state *state, PyObject *object, long n)
{
    (void)state;
    return PySequence_GetItem(object, n);
}

static const struct {
    const char *name;
    operation run;
} operations[] = {
    {"repeat", op_repeat},
    {"index", op_index},
    {NULL, NULL},
};

static PyObject *
apply(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    const char *name;
    PyObject *object;
    long n;
    if (!PyArg_ParseTuple(args, "sOl:apply", &name, &object, &n)) {
        return NULL;
    }
    for (int i = 0; operations[i].name != NULL; i++) {
        if (strcmp(operations[i].name, name) == 0) {
            return operations[i].run(state, object, n);
        }
    }
    PyErr_SetString(state->Error, name);
    return NULL;
}

static PyMethodDef methods[] = {
    {"apply", apply, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
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
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->Error == NULL
        || PyModule_AddObjectRef(module, "Error", state->Error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
