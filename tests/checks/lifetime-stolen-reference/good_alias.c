/* The reference is taken under the name that the object had before. */
#include "../module.h"

typedef struct {
    PyTypeObject *base;
} spam_state;

static PyType_Slot base_slots[] = {{Py_tp_doc, "A base."}, {0, NULL}};
static PyType_Spec base_spec = {
    "spam.Base", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    base_slots,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *base = PyType_FromModuleAndSpec(module, &base_spec, NULL);
    if (base == NULL) {
        return -1;
    }
    Py_INCREF(base);
    state->base = (PyTypeObject *)base;
    return PyModule_AddObject(module, "Base", (PyObject *)state->base);
}
static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->base);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->base);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
