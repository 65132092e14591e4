#include <Python.h>
typedef struct { PyObject_HEAD long v; } Obj;

typedef struct {
    Obj *cache;
    PyTypeObject *Obj_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

static void Obj_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int Obj_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Obj_Type_slots[] = {
    {Py_tp_dealloc, Obj_dealloc},
    {Py_tp_traverse, Obj_traverse},
    {0, NULL},
};

static PyType_Spec Obj_Type_spec = {
    .name = "spam.Obj",
    .basicsize = sizeof(Obj),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Obj_Type_slots,
};
static PyObject *make(spam_state *state, long v)
{
    Obj *o = (Obj *)state->Obj_Type->tp_alloc(state->Obj_Type, 0);
    if (!o) return NULL;
    o->v = v;
    return (PyObject *)o;
}
static PyObject *make2(spam_state *state, long v)
{
    if (!v) {
        if (!state->cache) state->cache = (Obj *)make(state, 0);
        if (!state->cache) return NULL;
        return Py_NewRef((PyObject *)state->cache);
    }
    return make(state, v);
}
static int spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->cache);
    Py_VISIT(state->Obj_Type);
    return 0;
}

static int spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->cache);
    Py_CLEAR(state->Obj_Type);
    return 0;
}

static void spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), NULL,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
static int spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Obj_Type = spam_new_type(m, &Obj_Type_spec);
    if (state->Obj_Type == NULL) return -1;
    if (PyDict_SetItemString(state->Obj_Type->tp_dict, "two",
                             make(state, 2)) < 0) {
        return -1;
    }
    if (PyDict_SetItemString(state->Obj_Type->tp_dict, "zero",
                             make2(state, 0)) < 0) {
        return -1;
    }
    PyModule_AddObject(m, "Obj", Py_NewRef((PyObject *)state->Obj_Type));
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
