/* References that stand in a branch, and are taken for each object. */
#include <Python.h>

typedef struct {
    PyObject *kept;
    PyObject *text;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_keep(PyObject *module, PyObject *args)
{
    spam_state *state = get_spam_state(module);
    PyObject *value = NULL;
    if (!PyArg_ParseTuple(args, "|O", &value)) {
        return NULL;
    }
    if (value != NULL) {
        Py_INCREF(value);
    }
    Py_XDECREF(state->kept);
    state->kept = value;
    Py_RETURN_NONE;
}

static PyObject *
spam_tell(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    PyObject *told;
    if (PyUnicode_Check(value)) {
        told = value;
        Py_INCREF(told);
    }
    else {
        told = PyObject_Str(value);
        if (told == NULL) {
            return NULL;
        }
    }
    Py_XSETREF(state->text, told);
    if (value == Py_None) {
        Py_INCREF(told);
        return told;
    }
    return PyLong_FromSsize_t(PyUnicode_GetLength(state->text));
}

static PyMethodDef methods[] = {
    {"keep", spam_keep, METH_VARARGS, NULL},
    {"tell", spam_tell, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->kept);
    Py_VISIT(state->text);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->kept);
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
