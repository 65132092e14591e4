#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *name;
} EggObject;

#define Egg_Check(state, op) (Py_TYPE(op) == (state)->Egg_Type)

typedef struct {
    /* How many eggs there are. */
    int n_eggs;
    PyObject *on_death;
    PyObject *SpamWarning;
    /* The name of the egg that died last. */
    PyObject *last_name;
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

/* Called for the dead, and for those that never were born. */
static void
egg_leave(spam_state *state, EggObject *self)
{
    if (state != NULL) {
        state->n_eggs--;
        Py_CLEAR(state->last_name);
    }
    if (self->name != NULL) {
        if (state != NULL) {
            Py_INCREF(self->name);
            state->last_name = self->name;
        }
    }
}

static void
egg_dealloc(PyObject *self)
{
    spam_state *state = find_spam_state(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    EggObject *egg = (EggObject *)self;

    if (state != NULL && state->on_death != NULL && Egg_Check(state, self)) {
        PyObject *result = PyObject_CallFunctionObjArgs(state->on_death,
                                                        egg->name, NULL);
        if (result == NULL) {
            if (state->SpamWarning != NULL) {
                PyErr_WarnEx(state->SpamWarning, "on_death failed", 1);
            }
            PyErr_WriteUnraisable(state->on_death);
        }
        Py_XDECREF(result);
    }
    egg_leave(state, egg);
    Py_XDECREF(egg->name);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
egg_name(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *name = ((EggObject *)self)->name;
    Py_INCREF(name);
    return name;
}

static PyGetSetDef egg_getset[] = {
    {"name", egg_name, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static int
Egg_traverse(EggObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_dealloc, egg_dealloc},
    {Py_tp_getset, egg_getset},
    {Py_tp_traverse, Egg_traverse},
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
new_egg(PyObject *module, PyObject *name)
{
    spam_state *state = get_spam_state(module);
    EggObject *self = (EggObject *)state->Egg_Type->tp_alloc(state->Egg_Type,
                                                             0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(name);
    self->name = name;
    state->n_eggs++;
    return (PyObject *)self;
}

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return PyLong_FromLong(state->n_eggs);
}

static PyObject *
set_on_death(PyObject *module, PyObject *function)
{
    spam_state *state = get_spam_state(module);
    Py_INCREF(function);
    Py_XSETREF(state->on_death, function);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"new_egg", new_egg, METH_O, NULL},
    {"count", count, METH_NOARGS, NULL},
    {"set_on_death", set_on_death, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->on_death);
    Py_VISIT(state->SpamWarning);
    Py_VISIT(state->last_name);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->on_death);
    Py_CLEAR(state->SpamWarning);
    Py_CLEAR(state->last_name);
    Py_CLEAR(state->Egg_Type);
    return 0;
}

static void
spam_free(void *module)
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
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->SpamWarning = PyErr_NewException("spam.SpamWarning", PyExc_Warning,
                                            NULL);
    if (state->SpamWarning == NULL
        || (state->Egg_Type = spam_new_type(m, &Egg_Type_spec)) == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
