/* Instances that wait for their next use are given back on demand, in the three ways of doing so:
 * they own nothing, not even their type. */
#include <Python.h>

#define MAX_FREE 8

typedef struct {
    PyObject_HEAD
    PyObject *yolk;
    long number;
} EggObject;

static int
egg_traverse(EggObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->yolk);
    return 0;
}

typedef struct {
    /* Eggs that can be used again. */
    EggObject *free_list[MAX_FREE];
    int n_free;
    PyTypeObject *Egg_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* For functions that deallocate an instance: NULL if the garbage collector has
 * already cleared the type. */
static inline spam_state *
find_spam_state(PyTypeObject *type)
{
    for (; type != NULL; type = type->tp_base) {
        if (!PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
            break;
        }
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &spam_module) {
            return get_spam_state(module);
        }
    }
    return NULL;
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
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

static void
egg_dealloc(EggObject *self)
{
    spam_state *state = find_spam_state(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->yolk);
    if (state != NULL && state->n_free < MAX_FREE
        && Py_TYPE(self) == state->Egg_Type) {
        state->free_list[state->n_free++] = self;
        Py_DECREF(tp);
    }
    else {
        tp->tp_free(self);
        Py_DECREF(tp);
    }
}

static PyObject *
egg_yolk(EggObject *self, void *Py_UNUSED(closure))
{
    Py_INCREF(self->yolk);
    return self->yolk;
}

static PyGetSetDef egg_getset[] = {
    {"yolk", (getter)egg_yolk, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_dealloc, egg_dealloc},
    {Py_tp_traverse, egg_traverse},
    {Py_tp_getset, egg_getset},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(EggObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Egg_Type_slots,
};

static PyObject *
new_egg(PyObject *module, PyObject *yolk)
{
    spam_state *state = get_spam_state(module);
    EggObject *self;

    if (state->n_free > 0) {
        self = state->free_list[--state->n_free];
        (void)PyObject_INIT(self, state->Egg_Type);
    }
    else {
        self = PyObject_GC_New(EggObject, state->Egg_Type);
        if (self == NULL) {
            return NULL;
        }
    }
    Py_INCREF(yolk);
    self->yolk = yolk;
    self->number = state->n_free;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static PyObject *
purge(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    while (state->n_free > 4) {
        PyObject_GC_Del(state->free_list[--state->n_free]);
    }
    while (state->n_free > 2) {
        EggObject *egg = state->free_list[--state->n_free];
        PyObject_GC_Del(egg);
    }
    for (int i = 0; i < state->n_free; i++) {
        PyObject_GC_Del(state->free_list[i]);
    }
    state->n_free = 0;
    Py_RETURN_NONE;
}

static PyObject *
kept(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return PyLong_FromLong(state->n_free);
}

static PyMethodDef spam_methods[] = {
    {"new_egg", new_egg, METH_O, NULL},
    {"kept", kept, METH_NOARGS, NULL},
    {"purge", purge, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    while (state->n_free > 0) {
        PyObject_GC_Del(state->free_list[--state->n_free]);
    }
    Py_CLEAR(state->Egg_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
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
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Egg_Type = spam_new_type(module, &Egg_Type_spec);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
