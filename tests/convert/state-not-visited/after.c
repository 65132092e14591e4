/* A state that the module has already, with no m_traverse: a module object with its types is a
 * reference cycle. */
#include <Python.h>

typedef struct {
    PyTypeObject *node_type;
    PyTypeObject *tree_type;
    PyObject *names[2];
    PyObject *module; /* borrowed */
    int depth;
} State;

static PyType_Slot node_slots[] = {
    {0, NULL},
};

static PyType_Spec node_spec = {
    .name = "spam.Node",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = node_slots,
};

static PyType_Spec tree_spec = {
    .name = "spam.Tree",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = node_slots,
};

static void
spam_free(void *module)
{
    State *state = PyModule_GetState((PyObject *)module);
    Py_XDECREF(state->node_type);
    for (int i = 0; i < 2; i++) {
        Py_XDECREF(state->names[i]);
    }
}

static inline State *
get_spam_state(PyObject *module)
{
    return (State *)PyModule_GetState(module);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    State *st = get_spam_state(module);
    Py_VISIT(st->node_type);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(st->names); i++) {
        Py_VISIT(st->names[i]);
    }
    return 0;
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
    .m_size = sizeof(State),
    .m_free = spam_free,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
};

static int
spam_exec(PyObject *module)
{
    State *state = PyModule_GetState(module);
    state->module = module;
    state->node_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &node_spec, NULL);
    if (state->node_type == NULL) {
        goto error;
    }
    state->tree_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &tree_spec, NULL);
    if (state->tree_type == NULL) {
        goto error;
    }
    state->names[0] = PyUnicode_FromString("node");
    state->names[1] = PyUnicode_FromString("tree");
    if (state->names[0] == NULL || state->names[1] == NULL) {
        goto error;
    }
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
