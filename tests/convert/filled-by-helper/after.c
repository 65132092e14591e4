/* Functions of the module store new references where they are told. */
#include <Python.h>

static int
make(PyObject *number, PyObject **out)
{
    *out = PyNumber_Long(number);
    return *out != NULL ? 0 : -1;
}

static int
take(PyObject *list, PyObject **out)
{
    PyObject *item = PyList_GetItem(list, 0);
    if (item == NULL) {
        return -1;
    }
    Py_INCREF(item);
    *out = item;
    return 0;
}

typedef struct {
    PyObject *latest;
    PyObject *text;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_make(PyObject *module, PyObject *number)
{
    spam_state *state = get_spam_state(module);
    PyObject *value = NULL;
    if (make(number, &value) < 0) {
        return NULL;
    }
    Py_XDECREF(state->latest);
    state->latest = value;
    Py_RETURN_TRUE;
}

static PyObject *
spam_take(PyObject *module, PyObject *list)
{
    spam_state *state = get_spam_state(module);
    PyObject *value = NULL;
    if (take(list, &value) < 0) {
        return NULL;
    }
    Py_XSETREF(state->text, value);
    Py_RETURN_TRUE;
}

static PyMethodDef methods[] = {
    {"make", spam_make, METH_O, NULL},
    {"take", spam_take, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->latest);
    Py_VISIT(state->text);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->latest);
    Py_CLEAR(state->text);
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

static struct PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam);
}
