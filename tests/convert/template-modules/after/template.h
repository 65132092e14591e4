/* What the modules have in common. */
#include <Python.h>

typedef struct {
    PyObject *last;
} eggs_state;

static inline eggs_state *
get_eggs_state(PyObject *module)
{
    return (eggs_state *)PyModule_GetState(module);
}

static PyObject *
remember(PyObject *module, PyObject *object)
{
    eggs_state *state = get_eggs_state(module);
    PyObject *old = state->last;
    Py_INCREF(object);
    state->last = object;
    if (old == NULL) {
        Py_RETURN_NONE;
    }
    return old;
}

static PyMethodDef template_methods[] = {
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
eggs_traverse(PyObject *module, visitproc visit, void *arg)
{
    eggs_state *state = get_eggs_state(module);
    Py_VISIT(state->last);
    return 0;
}

static int
eggs_clear(PyObject *module)
{
    eggs_state *state = get_eggs_state(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
eggs_free(void *module)
{
    (void)eggs_clear((PyObject *)module);
}

static PyModuleDef_Slot eggs_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef template_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = NAME,
    .m_size = sizeof(eggs_state),
    .m_methods = template_methods,
    .m_slots = eggs_slots,
    .m_traverse = eggs_traverse,
    .m_clear = eggs_clear,
    .m_free = eggs_free,
};

PyMODINIT_FUNC
INIT(void)
{
    return PyModuleDef_Init(&template_module);
}
