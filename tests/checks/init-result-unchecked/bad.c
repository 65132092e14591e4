#include "../module.h"

struct spam_state {
    PyObject *type;
    PyObject *error;
    PyTypeObject *made;
};

static PyType_Slot type_slots[] = {{0, NULL}};
static PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    type_slots,
};

/* A function of the project that fails as the C API does. */
static PyTypeObject *
type_of_spec(PyObject *module, PyType_Spec *from)
{
    PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, from, NULL);
    if (type == NULL) {
        return NULL;
    }
    return type;
}

static int
spam_exec(PyObject *module)
{
    struct spam_state *state = PyModule_GetState(module);
    state->type = PyType_FromModuleAndSpec(module, &spec, NULL);  // want: init-result-unchecked
    if (PyModule_AddType(module, (PyTypeObject *)state->type) < 0) {
        return -1;
    }
    PyObject *unused = PyImport_ImportModule("warnings");  // want: init-result-unchecked, lifetime-reference-leaked
    state->error = PyErr_NewException("spam.error", NULL, NULL);
    if (state->error == NULL) {
        return -1;
    }
    Py_XDECREF(unused);
    state->made = type_of_spec(module, &spec);  // want: init-result-unchecked
    return 0;
}

PyObject *
spam_raise(PyObject *module, PyObject *unused)
{
    struct spam_state *state = PyModule_GetState(module);
    PyErr_Format(state->error, "%R %R", state->type, state->made);
    return NULL;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->type);
    Py_VISIT(state->error);
    Py_VISIT(state->made);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    struct spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->type);
    Py_CLEAR(state->error);
    Py_CLEAR(state->made);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL},
};
static PyModuleDef spam_module = {  // want: lifetime-state-not-cleared
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(struct spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
