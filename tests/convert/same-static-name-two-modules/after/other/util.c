#include <Python.h>
typedef struct { PyObject_HEAD int n; } Box;
static void Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

typedef struct {
    PyObject *cache_other;
    PyObject *cache;
    int counter;
    PyTypeObject *Box_Type;
} other_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline other_state *get_other_state(PyObject *module)
{
    return (other_state *)PyModule_GetState(module);
}

static PyType_Slot Box_Type_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_Type_spec = {
    .name = "other.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Box_Type_slots,
};
static PyObject *get(PyObject *self, PyObject *args)
{
    other_state *state = get_other_state(self);
    state->counter++;
    if (state->cache == NULL) state->cache = PyLong_FromLong(state->counter);
    Py_XINCREF(state->cache);
    return state->cache;
}
static PyMethodDef methods[] = { {"get", get, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL} };
static int other_traverse(PyObject *module, visitproc visit, void *arg)
{
    other_state *state = get_other_state(module);
    Py_VISIT(state->cache_other);
    Py_VISIT(state->cache);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int other_clear(PyObject *module)
{
    other_state *state = get_other_state(module);
    Py_CLEAR(state->cache_other);
    Py_CLEAR(state->cache);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void other_free(void *module)
{
    (void)other_clear((PyObject *)module);
}

static int other_exec(PyObject *m);

static PyModuleDef_Slot other_slots[] = {
    {Py_mod_exec, other_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "other",
    .m_size = sizeof(other_state),
    .m_methods = methods,
    .m_slots = other_slots,
    .m_traverse = other_traverse,
    .m_clear = other_clear,
    .m_free = other_free,
};
static int other_exec(PyObject *m)
{
    other_state *state = get_other_state(m);
    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Box_Type_spec, NULL);
    if (state->Box_Type == NULL) return -1;
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_other(void)
{
    return PyModuleDef_Init(&def);
}
