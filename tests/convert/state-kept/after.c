/* Instances of types that can have subclasses keep the state that their methods find: also for
 * a subtype, and for a function that is called with an instance by another type. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    PyObject *weak;
    long weight;
    void *state; /* of the module, once it was looked up */
} EggObject;

typedef struct {
    EggObject egg;
    long colour;
} PaintedObject;

typedef struct {
    PyObject_HEAD
    PyObject *weak;
    EggObject *egg;
} NestObject;

typedef struct {
    PyObject *EggError;
    PyTypeObject *Egg_Type;
    PyTypeObject *Painted_Type;
    PyTypeObject *Nest_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

/* By an instance, which keeps it in *kept: its type holds the module. */
static inline spam_state *
get_spam_state_kept(PyTypeObject *type, void **kept)
{
    if (*kept != NULL) {
        return (spam_state *)*kept;
    }
    spam_state *state = get_spam_state_by_type(type);
    *kept = state;
    return state;
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *bases = NULL;
    if (base != NULL) {
        bases = PyTuple_Pack(1, (PyObject *)base);
        if (bases == NULL) {
            return NULL;
        }
    }
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
    return type;
}

static PyObject *
egg_weigh(EggObject *self, PyObject *unused)
{
    if (self->weight < 0) {
        spam_state *state = get_spam_state_kept(Py_TYPE(self), &self->state);
        PyErr_SetString(state->EggError, "it is hollow");
        return NULL;
    }
    return PyLong_FromLong(self->weight);
}

static PyObject *
egg_compare(PyObject *self, PyObject *other, int op)
{
    spam_state *state = get_spam_state_kept(Py_TYPE(self),
                                            &((EggObject *)self)->state);
    if (!PyObject_TypeCheck(other, state->Egg_Type) || op != Py_EQ) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyBool_FromLong(((EggObject *)self)->weight == ((EggObject *)other)->weight);
}

static int
egg_init(EggObject *self, PyObject *args, PyObject *kwargs)
{
    if (!PyArg_ParseTuple(args, "l:Egg", &self->weight)) {
        return -1;
    }
    if (self->weight > 100) {
        spam_state *state = get_spam_state_kept(Py_TYPE(self), &self->state);
        PyErr_SetString(state->EggError, "it is too heavy");
        return -1;
    }
    return 0;
}

static void
egg_dealloc(EggObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (self->weak != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
painted_copy(PaintedObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_kept(Py_TYPE(self),
                                            &((EggObject *)self)->state);
    PaintedObject *copy = (PaintedObject *)state->Painted_Type->tp_alloc(
        state->Painted_Type, 0);
    if (copy == NULL) {
        return NULL;
    }
    copy->egg.weight = self->egg.weight;
    copy->colour = self->colour;
    return (PyObject *)copy;
}

static PyMethodDef egg_methods[] = {
    {"weigh", (PyCFunction)egg_weigh, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef painted_methods[] = {
    {"copy", (PyCFunction)painted_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
Egg_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyMemberDef Egg_Type_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(EggObject, weak), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_init, egg_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, egg_dealloc},
    {Py_tp_richcompare, egg_compare},
    {Py_tp_methods, egg_methods},
    {Py_tp_traverse, Egg_traverse},
    {Py_tp_members, Egg_Type_members},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(EggObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

static PyType_Slot Painted_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, painted_methods},
    {Py_tp_dealloc, egg_dealloc},
    {0, NULL},
};

static PyType_Spec Painted_Type_spec = {
    .name = "spam.Painted",
    .basicsize = sizeof(PaintedObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Painted_Type_slots,
};

static int
nest_init(NestObject *self, PyObject *args, PyObject *kwargs)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PyObject *egg;
    if (!PyArg_ParseTuple(args, "O!:Nest", state->Egg_Type, &egg)) {
        return -1;
    }
    Py_INCREF(egg);
    Py_XSETREF(self->egg, (EggObject *)egg);
    return 0;
}

static int
nest_traverse(NestObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->egg);
    return 0;
}

static int
nest_clear(NestObject *self)
{
    Py_CLEAR(self->egg);
    return 0;
}

static void
nest_dealloc(NestObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (self->weak != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Py_CLEAR(self->egg);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
nest_weigh(NestObject *self, PyObject *unused)
{
    return egg_weigh(self->egg, unused);
}

static PyMethodDef nest_methods[] = {
    {"weigh", (PyCFunction)nest_weigh, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef Nest_Type_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(NestObject, weak), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot Nest_Type_slots[] = {
    {Py_tp_init, nest_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, nest_dealloc},
    {Py_tp_traverse, nest_traverse},
    {Py_tp_clear, nest_clear},
    {Py_tp_methods, nest_methods},
    {Py_tp_members, Nest_Type_members},
    {0, NULL},
};

static PyType_Spec Nest_Type_spec = {
    .name = "spam.Nest",
    .basicsize = sizeof(NestObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Nest_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->EggError);
    Py_VISIT(state->Egg_Type);
    Py_VISIT(state->Painted_Type);
    Py_VISIT(state->Nest_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->EggError);
    Py_CLEAR(state->Egg_Type);
    Py_CLEAR(state->Painted_Type);
    Py_CLEAR(state->Nest_Type);
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), NULL, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Egg_Type = spam_new_type(m, &Egg_Type_spec, NULL);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    state->Painted_Type = spam_new_type(m, &Painted_Type_spec,
                                        state->Egg_Type);
    if (state->Painted_Type == NULL) {
        return -1;
    }
    state->Nest_Type = spam_new_type(m, &Nest_Type_spec, NULL);
    if (state->Nest_Type == NULL) {
        return -1;
    }
    state->EggError = PyErr_NewException("spam.EggError", NULL, NULL);
    if (state->EggError == NULL
        || PyModule_AddObjectRef(m, "EggError", state->EggError) < 0
        || PyModule_AddType(m, state->Egg_Type) < 0
        || PyModule_AddType(m, state->Painted_Type) < 0
        || PyModule_AddType(m, state->Nest_Type) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
