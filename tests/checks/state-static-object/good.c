/* No state: constants, tables, what nothing assigns, what is not compiled in. */
#include "../module.h"

struct spam_state {
    PyObject *error;
};

static PyTypeObject *const base = &PyBaseObject_Type;
static PyTypeObject *never_assigned = &PyList_Type;
static PyObject *never_used;
static PyObject *chosen_error, *chosen_value;
static PyTypeObject *chosen_type;

static PyObject *
spam_none(PyObject *module, PyObject *ignored)
{
    PyObject *local = Py_None;
    struct spam_state *state = PyModule_GetState(module);
    (void)never_assigned;
    /* The interpreter's own, the same in all of them. */
    chosen_error = state->error ? PyExc_ValueError : PyExc_TypeError;
    chosen_error = PyExc_ValueError;
    chosen_value = Py_None;
    chosen_type = &PyDict_Type;
    return Py_NewRef(state->error == (PyObject *)base ? local : Py_None);
}

static PyMethodDef methods[] = {
    {"none", spam_none, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static inline PyObject *
not_compiled_in(void)
{
    static PyObject *cache;
    if (cache == NULL) {
        cache = PyTuple_New(0);
    }
    return cache;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_exec(PyObject *module)
{
    struct spam_state *state = PyModule_GetState(module);
    state->error = PyErr_NewException("spam.error", NULL, NULL);
    return PyModule_AddObjectRef(module, "error", state->error);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};

static int
spam_clear(PyObject *module)
{
    struct spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    return 0;
}

static PyModuleDef spam_module = {  // want: lifetime-state-not-cleared
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(struct spam_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
