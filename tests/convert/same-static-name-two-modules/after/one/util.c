#include <Python.h>
typedef struct { PyObject_HEAD PyObject *item; } Box;
static void Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->item);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

typedef struct {
    PyObject *cache_one;
    PyObject *cache;
    int counter;
    PyTypeObject *Box_Type;
} one_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline one_state *get_one_state(PyObject *module)
{
    return (one_state *)PyModule_GetState(module);
}

static int Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->item);
    return 0;
}

static PyType_Slot Box_Type_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_Type_spec = {
    .name = "one.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Box_Type_slots,
};
static PyObject *get(PyObject *self, PyObject *args)
{
    one_state *state = get_one_state(self);
    state->counter++;
    if (state->cache == NULL) state->cache = PyLong_FromLong(state->counter);
    state->cache_one = NULL;
    Py_XINCREF(state->cache);
    return state->cache;
}
static PyMethodDef methods[] = { {"get", get, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL} };
static int one_traverse(PyObject *module, visitproc visit, void *arg)
{
    one_state *state = get_one_state(module);
    Py_VISIT(state->cache_one);
    Py_VISIT(state->cache);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int one_clear(PyObject *module)
{
    one_state *state = get_one_state(module);
    Py_CLEAR(state->cache_one);
    Py_CLEAR(state->cache);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void one_free(void *module)
{
    (void)one_clear((PyObject *)module);
}

static int one_exec(PyObject *m);

static PyModuleDef_Slot one_slots[] = {
    {Py_mod_exec, one_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "one",
    .m_size = sizeof(one_state),
    .m_methods = methods,
    .m_slots = one_slots,
    .m_traverse = one_traverse,
    .m_clear = one_clear,
    .m_free = one_free,
};
static int one_exec(PyObject *m)
{
    one_state *state = get_one_state(m);
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

PyMODINIT_FUNC PyInit_one(void)
{
    return PyModuleDef_Init(&def);
}
