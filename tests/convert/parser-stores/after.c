#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    /* PyArg_… stores a borrowed reference in a static, and the function takes one of it.  Nothing
     * fails behind the last object, so there is no way out with what is borrowed. */
    PyObject *First;
    PyObject *Second;
    PyObject *Third;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
set_classes(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    int number;
    if (!PyArg_ParseTuple(args, "iOO:set_classes", &number, &state->First,
                          &state->Second)) {
        return NULL;
    }
    Py_INCREF(state->First);
    Py_INCREF(state->Second);
    return PyLong_FromLong(number);
}

static PyObject *
set_third(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    if (!PyArg_UnpackTuple(args, "set_third", 1, 1, &state->Third)) {
        return NULL;
    }
    Py_INCREF(state->Third);
    Py_RETURN_NONE;
}

static PyObject *
get(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    return Py_BuildValue("(OOO)", state->First ? state->First : Py_None,
                         state->Second ? state->Second : Py_None,
                         state->Third ? state->Third : Py_None);
}

static PyMethodDef methods[] = {
    {"set_classes", set_classes, METH_VARARGS, NULL},
    {"set_third", set_third, METH_VARARGS, NULL},
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->First);
    Py_VISIT(state->Second);
    Py_VISIT(state->Third);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->First);
    Py_CLEAR(state->Second);
    Py_CLEAR(state->Third);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
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
