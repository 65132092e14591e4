#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Number;

static void
number_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

/* The type of its instances cannot be another one. */
static PyObject *
final_copy(Number *self, PyObject *unused)
{
    Number *copy = PyObject_New(Number, Py_TYPE(self));
    if (copy == NULL) {
        return NULL;
    }
    copy->value = self->value;
    return (PyObject *)copy;
}

typedef struct {
    PyTypeObject *Final_Type;
    PyTypeObject *Open_Type;
    PyTypeObject *One_Type;
    PyTypeObject *Two_Type;
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

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
}

/* A question about the type of another object stays one. */
static PyObject *
final_compare(PyObject *self, PyObject *other, int op)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    if (Py_TYPE(other) != state->Final_Type) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    Py_RETURN_RICHCOMPARE(((Number *)self)->value, ((Number *)other)->value, op);
}

/* A subclass has another type than its copy. */
static PyObject *
open_copy(Number *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    Number *copy = PyObject_New(Number, state->Open_Type);
    if (copy == NULL) {
        return NULL;
    }
    copy->value = self->value;
    return (PyObject *)copy;
}

/* Instances of two types get here. */
static PyObject *
one_of_two(Number *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    Number *copy = PyObject_New(Number, state->One_Type);
    if (copy == NULL) {
        return NULL;
    }
    copy->value = self->value;
    return (PyObject *)copy;
}

/* The argument changes. */
static PyObject *
final_negated(Number *self, PyObject *other)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    if (other != Py_None) {
        self = (Number *)other;
    }
    Number *negated = PyObject_New(Number, state->Final_Type);
    if (negated == NULL) {
        return NULL;
    }
    negated->value = self == NULL ? 0 : 1;
    return (PyObject *)negated;
}

static PyMethodDef final_methods[] = {
    {"copy", (PyCFunction)final_copy, METH_NOARGS, NULL},
    {"negated", (PyCFunction)final_negated, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef open_methods[] = {
    {"copy", (PyCFunction)open_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef shared_methods[] = {
    {"one", (PyCFunction)one_of_two, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Final_Type_slots[] = {
    {Py_tp_dealloc, number_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, final_methods},
    {Py_tp_richcompare, final_compare},
    {0, NULL},
};

static PyType_Spec Final_Type_spec = {
    .name = "spam.Final",
    .basicsize = sizeof(Number),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Final_Type_slots,
};

static PyType_Slot Open_Type_slots[] = {
    {Py_tp_dealloc, number_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, open_methods},
    {0, NULL},
};

static PyType_Spec Open_Type_spec = {
    .name = "spam.Open",
    .basicsize = sizeof(Number),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Open_Type_slots,
};

static PyType_Slot One_Type_slots[] = {
    {Py_tp_dealloc, number_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, shared_methods},
    {0, NULL},
};

static PyType_Spec One_Type_spec = {
    .name = "spam.One",
    .basicsize = sizeof(Number),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = One_Type_slots,
};

static PyType_Slot Two_Type_slots[] = {
    {Py_tp_dealloc, number_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, shared_methods},
    {0, NULL},
};

static PyType_Spec Two_Type_spec = {
    .name = "spam.Two",
    .basicsize = sizeof(Number),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Two_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Final_Type);
    Py_VISIT(state->Open_Type);
    Py_VISIT(state->One_Type);
    Py_VISIT(state->Two_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Final_Type);
    Py_CLEAR(state->Open_Type);
    Py_CLEAR(state->One_Type);
    Py_CLEAR(state->Two_Type);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Final_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Final_Type_spec, NULL);
    if (state->Final_Type == NULL) {
        return -1;
    }
    state->Open_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Open_Type_spec, NULL);
    if (state->Open_Type == NULL) {
        return -1;
    }
    state->One_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &One_Type_spec, NULL);
    if (state->One_Type == NULL) {
        return -1;
    }
    state->Two_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Two_Type_spec, NULL);
    if (state->Two_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Final_Type) < 0
        || PyModule_AddType(module, state->Open_Type) < 0
        || PyModule_AddType(module, state->One_Type) < 0
        || PyModule_AddType(module, state->Two_Type) < 0)
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
