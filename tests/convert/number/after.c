/* Binary slots, an old tp_getattr, a type's dict, and instances made in C. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    long value;
    PyObject *dict;
    PyObject *weakrefs;
} Spam;

typedef struct {
    PyTypeObject *Spam_Type;
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

/* For binary slots: either operand may be of a type of this module. */
static inline spam_state *
get_spam_state_by_operands(PyObject *left, PyObject *right)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(left));
    if (state == NULL) {
        PyErr_Clear();
        state = get_spam_state_by_type(Py_TYPE(right));
    }
    return state;
}

static PyObject *
spam_add(PyObject *left, PyObject *right)
{
    spam_state *state = get_spam_state_by_operands(left, right);
    if (!PyObject_TypeCheck(left, state->Spam_Type)
        || !PyObject_TypeCheck(right, state->Spam_Type)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    Spam *sum = (Spam *)state->Spam_Type->tp_alloc(state->Spam_Type, 0);
    if (sum != NULL) {
        sum->value = ((Spam *)left)->value + ((Spam *)right)->value;
        sum->dict = sum->weakrefs = NULL;
    }
    return (PyObject *)sum;
}

static PyObject *
spam_getattr(PyObject *self, char *name)
{
    (void)name;
    return PyLong_FromLong(((Spam *)self)->value);
}

static void
spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Spam *spam = (Spam *)self;
    if (spam->weakrefs != NULL) {
        PyObject_ClearWeakRefs(self);
    }
    Py_XDECREF(spam->dict);
    if (spam->value < 0) {
        Py_TYPE(self)->tp_free(self);
        Py_DECREF(tp);
        return;
    }
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static int
Spam_traverse(Spam *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->dict);
    return 0;
}

static PyMemberDef Spam_Type_members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(Spam, dict), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Spam, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot Spam_Type_slots[] = {
    {Py_nb_add, spam_add},
    {Py_tp_getattr, spam_getattr},
    {Py_tp_dealloc, spam_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_members, Spam_Type_members},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Spam_Type);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Spam_Type_spec, NULL);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    if (PyDict_SetItemString(state->Spam_Type->tp_dict, "answer",
                             Py_True) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
