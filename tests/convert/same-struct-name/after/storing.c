/* Its struct has the name of another unit's, and owns an object. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *function;
} Entry;

static void
entry_dealloc(Entry *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->function);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
entry_get(Entry *self, void *closure)
{
    PyObject *function = self->function != NULL ? self->function : Py_None;
    Py_INCREF(function);
    return function;
}

static int
entry_set(Entry *self, PyObject *value, void *closure)
{
    Py_XINCREF(value);
    Py_XSETREF(self->function, value);
    return 0;
}

static PyGetSetDef entry_getset[] = {
    {"function", (getter)entry_get, (setter)entry_set, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

typedef struct {
    PyTypeObject *EntryType;
} storing_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline storing_state *
get_storing_state(PyObject *module)
{
    return (storing_state *)PyModule_GetState(module);
}

static int
Entry_traverse(Entry *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->function);
    return 0;
}

static PyType_Slot EntryType_slots[] = {
    {Py_tp_dealloc, entry_dealloc},
    {Py_tp_getset, entry_getset},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Entry_traverse},
    {0, NULL},
};

static PyType_Spec EntryType_spec = {
    .name = "storing.Entry",
    .basicsize = sizeof(Entry),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = EntryType_slots,
};

static int
storing_traverse(PyObject *module, visitproc visit, void *arg)
{
    storing_state *state = get_storing_state(module);
    Py_VISIT(state->EntryType);
    return 0;
}

static int
storing_clear(PyObject *module)
{
    storing_state *state = get_storing_state(module);
    Py_CLEAR(state->EntryType);
    return 0;
}

static void
storing_free(void *module)
{
    (void)storing_clear((PyObject *)module);
}

static int storing_exec(PyObject *module);

static PyModuleDef_Slot storing_slots[] = {
    {Py_mod_exec, storing_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef storing_module = {
    PyModuleDef_HEAD_INIT, .m_name = "storing",
    .m_size = sizeof(storing_state),
    .m_slots = storing_slots,
    .m_traverse = storing_traverse,
    .m_clear = storing_clear,
    .m_free = storing_free,
};

static int
storing_exec(PyObject *module)
{
    storing_state *state = get_storing_state(module);
    state->EntryType = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &EntryType_spec, NULL);
    if (state->EntryType == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->EntryType) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_storing(void)
{
    return PyModuleDef_Init(&storing_module);
}
