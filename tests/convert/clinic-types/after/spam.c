/* Argument Clinic is told how types are found, and writes a header by that. */
#include <Python.h>

/*[clinic input]
module spam
class spam.Egg "Egg *" "get_spam_state_by_type(Py_TYPE(self))->Egg_Type"
class spam.Nest "Nest *" "get_spam_state_by_type(type)->Nest_Type"
class spam.Ham "Ham *" "get_spam_state_by_type(type)->Ham_Type"
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=14ecaab5425951d6]*/

#define MOST 4

typedef struct {
    PyObject_HEAD
    int size;
} Egg;

typedef struct {
    PyObject_HEAD
    PyObject *eggs[MOST];
    int n_eggs;
} Nest;

typedef Egg Ham;

typedef struct {
    PyObject *Full;
    int n_made;
    PyTypeObject *Egg_Type;
    PyTypeObject *Nest_Type;
    PyTypeObject *Ham_Type;
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

#include "clinic_spam.h"

/*[clinic input]
spam.Egg.__init__

    size: int = 1

An egg.
[clinic start generated code]*/

static int
spam_Egg___init___impl(Egg *self, int size)
/*[clinic end generated code: output=85b0282bfd253a1e input=72e8ba7e8543bea2]*/
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    self->size = size;
    state->n_made++;
    return 0;
}

/*[clinic input]
@classmethod
spam.Nest.__new__ as nest_new

A nest.
[clinic start generated code]*/

static PyObject *
nest_new_impl(PyTypeObject *type)
/*[clinic end generated code: output=56c7cfa9223e0449 input=067a0d83bdb29262]*/
{
    return type->tp_alloc(type, 0);
}

static void
nest_dealloc(Nest *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    for (int i = 0; i < self->n_eggs; i++) {
        Py_DECREF(self->eggs[i]);
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

/*[clinic input]
spam.Nest.put

    egg: object(subclass_of='get_spam_state_by_type(Py_TYPE(self))->Egg_Type', type="Egg *")
    /

Lay an egg into the nest.
[clinic start generated code]*/

static PyObject *
spam_Nest_put_impl(Nest *self, Egg *egg)
/*[clinic end generated code: output=46d39a67f605bd98 input=e9489be4bd30299d]*/
{
    if (self->n_eggs == MOST) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->Full, "no room");
        return NULL;
    }
    self->eggs[self->n_eggs++] = Py_NewRef((PyObject *)egg);
    Py_RETURN_NONE;
}

/*[clinic input]
spam.Nest.put_new

Lay a new egg into the nest.
[clinic start generated code]*/

static PyObject *
spam_Nest_put_new_impl(Nest *self)
/*[clinic end generated code: output=fb703e3cff12634c input=0243656184214c9d]*/
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PyObject *egg = PyObject_CallNoArgs((PyObject *)state->Egg_Type);
    if (egg == NULL) {
        return NULL;
    }
    PyObject *result = spam_Nest_put_impl(self, (Egg *)egg);
    Py_DECREF(egg);
    return result;
}

/*[clinic input]
spam.weigh

    egg: object(subclass_of="get_spam_state(module)->Egg_Type")
    nest: object(subclass_of="get_spam_state(module)->Nest_Type")
    /

The size of an egg, which is put into the nest.
[clinic start generated code]*/

static PyObject *
spam_weigh_impl(PyObject *module, PyObject *egg, PyObject *nest)
/*[clinic end generated code: output=f455049e11104cfb input=067e2d0d42133c3c]*/
{
    spam_state *state = get_spam_state(module);
    PyObject *result = spam_Nest_put_impl((Nest *)nest, (Egg *)egg);
    if (result == NULL) {
        return NULL;
    }
    Py_DECREF(result);
    return PyLong_FromLong(((Egg *)egg)->size + state->n_made);
}

static PyMethodDef nest_methods[] = {
    SPAM_NEST_PUT_METHODDEF
    SPAM_NEST_PUT_NEW_METHODDEF
    {NULL, NULL, 0, NULL},
};

static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_init, spam_Egg___init__},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Egg_dealloc},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(Egg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

static PyType_Slot Nest_Type_slots[] = {
    {Py_tp_dealloc, nest_dealloc},
    {Py_tp_methods, nest_methods},
    {Py_tp_new, nest_new},
    {0, NULL},
};

static PyType_Spec Nest_Type_spec = {
    .name = "spam.Nest",
    .basicsize = sizeof(Nest),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Nest_Type_slots,
};

static void
Ham_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Ham_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Ham_dealloc},
    {0, NULL},
};

static PyType_Spec Ham_Type_spec = {
    .name = "spam.Ham",
    .basicsize = sizeof(Ham),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Ham_Type_slots,
};

static PyMethodDef methods[] = {
    SPAM_WEIGH_METHODDEF
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Full);
    Py_VISIT(state->Egg_Type);
    Py_VISIT(state->Nest_Type);
    Py_VISIT(state->Ham_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Full);
    Py_CLEAR(state->Egg_Type);
    Py_CLEAR(state->Nest_Type);
    Py_CLEAR(state->Ham_Type);
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Egg_Type_spec, NULL);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    state->Nest_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Nest_Type_spec, NULL);
    if (state->Nest_Type == NULL) {
        return -1;
    }
    state->Ham_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Ham_Type_spec, NULL);
    if (state->Ham_Type == NULL) {
        return -1;
    }
    state->Full = PyErr_NewException("spam.Full", NULL, NULL);
    if (state->Full == NULL
        || PyModule_AddObjectRef(module, "Full", state->Full) < 0
        || PyModule_AddType(module, state->Egg_Type) < 0
        || PyModule_AddType(module, state->Ham_Type) < 0
        || PyModule_AddType(module, state->Nest_Type) < 0)
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
