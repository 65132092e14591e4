/* Instances that may have anything in a new member, or to whose struct none can be added: the
 * search for the state stays. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

/* made without tp_alloc */
typedef struct {
    PyObject_HEAD
    long size;
} MadeObject;

typedef struct {
    PyObject *SpamError;
    PyTypeObject *Made_Type;
    PyTypeObject *Other_Type;
    PyTypeObject *Short_Type;
    PyTypeObject *Whole_Type;
    PyTypeObject *Bare_Type;
    PyTypeObject *Row_Type;
    PyTypeObject *Long_Type;
    PyTypeObject *View_Type;
    PyTypeObject *Map_Type;
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
made_fail(MadeObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PyErr_SetString(state->SpamError, "made");
    return NULL;
}

static PyObject *
made_copy(MadeObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    MadeObject *copy = PyObject_New(MadeObject, state->Made_Type);
    if (copy != NULL) {
        copy->size = self->size;
    }
    return (PyObject *)copy;
}

/* made without it by another build */
typedef struct {
    PyObject_HEAD
    long size;
} OtherObject;

static PyObject *
other_fail(OtherObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
#ifdef SPAM_FAST
    OtherObject *copy = PyObject_New(OtherObject, state->Other_Type);
    copy->size = self->size;
    Py_DECREF(copy);
#endif
    PyErr_SetString(state->SpamError, "other");
    return NULL;
}

/* written as a whole */
typedef struct {
    PyObject_HEAD
    long size;
} WholeObject;

static PyObject *
whole_fail(WholeObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    WholeObject before;
    memcpy(&before, self, sizeof(WholeObject));
    PyErr_Format(state->SpamError, "whole %ld", before.size);
    return NULL;
}

/* nothing but the head and weak references: a class may have it and another such base */
typedef struct {
    PyObject_HEAD
    PyObject *weak;
} BareObject;

static PyObject *
bare_fail(BareObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PyErr_SetString(state->SpamError, "bare");
    return NULL;
}

static void
bare_dealloc(BareObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    if (self->weak != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

/* items behind the struct */
typedef struct {
    PyObject_VAR_HEAD
    long items[1];
} RowObject;

static PyObject *
row_fail(RowObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PyErr_SetString(state->SpamError, "row");
    return NULL;
}

static PyObject *
row_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return type->tp_alloc(type, 3);
}

/* a subtype repeats the members of its base */
typedef struct {
    PyObject_HEAD
    long size;
} ShortObject;

typedef struct {
    PyObject_HEAD
    long size;
    long more;
} LongObject;

static PyObject *
short_fail(ShortObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PyErr_SetString(state->SpamError, "short");
    return NULL;
}

static PyObject *
long_more(LongObject *self, PyObject *unused)
{
    self->more++;
    return PyLong_FromLong(self->more);
}

/* an instance of one struct is used as if it were of another */
typedef struct {
    PyObject_HEAD
    long size;
} ViewObject;

typedef struct {
    PyObject_HEAD
    long size;
    long hash;
} MapObject;

static PyObject *
view_fail(ViewObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PyErr_Format(state->SpamError, "view %ld", self->size);
    return NULL;
}

static PyObject *
map_fail(MapObject *self, PyObject *unused)
{
    ViewObject *view = (ViewObject *)self;
    self->hash++;
    return view_fail(view, unused);
}

#define METHODS(prefix) \
    static PyMethodDef prefix##_methods[] = { \
        {"fail", (PyCFunction)prefix##_fail, METH_NOARGS, NULL}, \
        {NULL, NULL, 0, NULL}, \
    }
METHODS(other);
METHODS(whole);
METHODS(bare);
METHODS(row);
METHODS(short);
METHODS(view);
METHODS(map);

static PyMethodDef made_methods[] = {
    {"fail", (PyCFunction)made_fail, METH_NOARGS, NULL},
    {"copy", (PyCFunction)made_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef long_methods[] = {
    {"more", (PyCFunction)long_more, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Made_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Made_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, made_methods},
    {Py_tp_dealloc, Made_dealloc},
    {0, NULL},
};

static PyType_Spec Made_Type_spec = {
    .name = "spam.Made",
    .basicsize = sizeof(MadeObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Made_Type_slots,
};

static void
Other_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Other_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, other_methods},
    {Py_tp_dealloc, Other_dealloc},
    {0, NULL},
};

static PyType_Spec Other_Type_spec = {
    .name = "spam.Other",
    .basicsize = sizeof(OtherObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Other_Type_slots,
};

static void
Whole_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Whole_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, whole_methods},
    {Py_tp_dealloc, Whole_dealloc},
    {0, NULL},
};

static PyType_Spec Whole_Type_spec = {
    .name = "spam.Whole",
    .basicsize = sizeof(WholeObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Whole_Type_slots,
};

static PyMemberDef Bare_Type_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(BareObject, weak), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot Bare_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, bare_dealloc},
    {Py_tp_methods, bare_methods},
    {Py_tp_members, Bare_Type_members},
    {0, NULL},
};

static PyType_Spec Bare_Type_spec = {
    .name = "spam.Bare",
    .basicsize = sizeof(BareObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Bare_Type_slots,
};

static void
Row_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Row_Type_slots[] = {
    {Py_tp_new, row_new},
    {Py_tp_methods, row_methods},
    {Py_tp_dealloc, Row_dealloc},
    {0, NULL},
};

static PyType_Spec Row_Type_spec = {
    .name = "spam.Row",
    .basicsize = sizeof(RowObject),
    .itemsize = sizeof(long),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Row_Type_slots,
};

static void
Short_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Short_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Short_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, short_methods},
    {Py_tp_dealloc, Short_dealloc},
    {Py_tp_traverse, Short_traverse},
    {0, NULL},
};

static PyType_Spec Short_Type_spec = {
    .name = "spam.Short",
    .basicsize = sizeof(ShortObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Short_Type_slots,
};

static PyType_Slot Long_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, long_methods},
    {0, NULL},
};

static PyType_Spec Long_Type_spec = {
    .name = "spam.Long",
    .basicsize = sizeof(LongObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Long_Type_slots,
};

static void
View_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot View_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, view_methods},
    {Py_tp_dealloc, View_dealloc},
    {0, NULL},
};

static PyType_Spec View_Type_spec = {
    .name = "spam.View",
    .basicsize = sizeof(ViewObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = View_Type_slots,
};

static void
Map_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Map_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, map_methods},
    {Py_tp_dealloc, Map_dealloc},
    {0, NULL},
};

static PyType_Spec Map_Type_spec = {
    .name = "spam.Map",
    .basicsize = sizeof(MapObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Map_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->Made_Type);
    Py_VISIT(state->Other_Type);
    Py_VISIT(state->Short_Type);
    Py_VISIT(state->Whole_Type);
    Py_VISIT(state->Bare_Type);
    Py_VISIT(state->Row_Type);
    Py_VISIT(state->Long_Type);
    Py_VISIT(state->View_Type);
    Py_VISIT(state->Map_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->Made_Type);
    Py_CLEAR(state->Other_Type);
    Py_CLEAR(state->Short_Type);
    Py_CLEAR(state->Whole_Type);
    Py_CLEAR(state->Bare_Type);
    Py_CLEAR(state->Row_Type);
    Py_CLEAR(state->Long_Type);
    Py_CLEAR(state->View_Type);
    Py_CLEAR(state->Map_Type);
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
    state->Made_Type = spam_new_type(m, &Made_Type_spec, NULL);
    if (state->Made_Type == NULL) {
        return -1;
    }
    state->Other_Type = spam_new_type(m, &Other_Type_spec, NULL);
    if (state->Other_Type == NULL) {
        return -1;
    }
    state->Short_Type = spam_new_type(m, &Short_Type_spec, NULL);
    if (state->Short_Type == NULL) {
        return -1;
    }
    state->Whole_Type = spam_new_type(m, &Whole_Type_spec, NULL);
    if (state->Whole_Type == NULL) {
        return -1;
    }
    state->Bare_Type = spam_new_type(m, &Bare_Type_spec, NULL);
    if (state->Bare_Type == NULL) {
        return -1;
    }
    state->Row_Type = spam_new_type(m, &Row_Type_spec, NULL);
    if (state->Row_Type == NULL) {
        return -1;
    }
    state->Long_Type = spam_new_type(m, &Long_Type_spec, state->Short_Type);
    if (state->Long_Type == NULL) {
        return -1;
    }
    state->View_Type = spam_new_type(m, &View_Type_spec, NULL);
    if (state->View_Type == NULL) {
        return -1;
    }
    state->Map_Type = spam_new_type(m, &Map_Type_spec, NULL);
    if (state->Map_Type == NULL) {
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (state->SpamError == NULL
        || PyModule_AddObjectRef(m, "SpamError", state->SpamError) < 0
        || PyModule_AddType(m, state->Made_Type) < 0
        || PyModule_AddType(m, state->Other_Type) < 0
        || PyModule_AddType(m, state->Whole_Type) < 0
        || PyModule_AddType(m, state->Bare_Type) < 0
        || PyModule_AddType(m, state->Row_Type) < 0
        || PyModule_AddType(m, state->Short_Type) < 0
        || PyModule_AddType(m, state->Long_Type) < 0
        || PyModule_AddType(m, state->View_Type) < 0
        || PyModule_AddType(m, state->Map_Type) < 0)
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
