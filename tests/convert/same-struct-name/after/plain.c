/* Its struct has the name of another unit's, and no object in it. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Entry;

typedef struct {
    PyTypeObject *PlainType;
} plain_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline plain_state *
get_plain_state(PyObject *module)
{
    return (plain_state *)PyModule_GetState(module);
}

static void
Plain_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot PlainType_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Plain_dealloc},
    {0, NULL},
};

static PyType_Spec PlainType_spec = {
    .name = "plain.Entry",
    .basicsize = sizeof(Entry),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = PlainType_slots,
};

static int
plain_traverse(PyObject *module, visitproc visit, void *arg)
{
    plain_state *state = get_plain_state(module);
    Py_VISIT(state->PlainType);
    return 0;
}

static int
plain_clear(PyObject *module)
{
    plain_state *state = get_plain_state(module);
    Py_CLEAR(state->PlainType);
    return 0;
}

static void
plain_free(void *module)
{
    (void)plain_clear((PyObject *)module);
}

static int plain_exec(PyObject *module);

static PyModuleDef_Slot plain_slots[] = {
    {Py_mod_exec, plain_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef plain_module = {
    PyModuleDef_HEAD_INIT, .m_name = "plain", .m_size = sizeof(plain_state),
    .m_slots = plain_slots,
    .m_traverse = plain_traverse,
    .m_clear = plain_clear,
    .m_free = plain_free,
};

static int
plain_exec(PyObject *module)
{
    plain_state *state = get_plain_state(module);
    state->PlainType = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &PlainType_spec, NULL);
    if (state->PlainType == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->PlainType) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_plain(void)
{
    return PyModuleDef_Init(&plain_module);
}
