#include <Python.h>
#include <stddef.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    PyObject *dict;
    PyObject *weakrefs;
    double x;
} PointObject;

typedef struct {
    PyObject *origin;
    PyTypeObject *PointType;
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
point_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    spam_state *state = get_spam_state_by_type(type);
    static char *kwlist[] = {"x", NULL};
    double x = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwds, "|d", kwlist, &x)) {
        return NULL;
    }
    if (x == 0 && state->origin != NULL) {
        Py_INCREF(state->origin);
        return state->origin;
    }
    PointObject *self = (PointObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->x = x;
    }
    return (PyObject *)self;
}

static int
point_traverse(PointObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->dict);
    return 0;
}

static int
point_clear(PointObject *self)
{
    Py_CLEAR(self->dict);
    return 0;
}

static void
point_dealloc(PointObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (self->weakrefs != NULL)
        PyObject_ClearWeakRefs((PyObject *)self);
    point_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
point_add(PyObject *left, PyObject *right)
{
    spam_state *state = get_spam_state_by_operands(left, right);
    (void)right;
    PyObject *result = state->origin != NULL ? state->origin : left;
    Py_INCREF(result);
    return result;
}

static PyMemberDef PointType_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(PointObject, weakrefs), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(PointObject, dict), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot PointType_slots[] = {
    {Py_tp_dealloc, point_dealloc},
    {Py_nb_add, point_add},
    {Py_tp_getattro, PyObject_GenericGetAttr},
    {Py_tp_doc, (void *)"A point."},
    {Py_tp_traverse, point_traverse},
    {Py_tp_clear, point_clear},
    {Py_tp_new, point_new},
    {Py_tp_members, PointType_members},
    {0, NULL},
};

static PyType_Spec PointType_spec = {
    .name = "spam.Point",
    .basicsize = sizeof(PointObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = PointType_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->origin);
    Py_VISIT(state->PointType);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->origin);
    Py_CLEAR(state->PointType);
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
    state->PointType = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &PointType_spec, NULL);
    if (state->PointType == NULL)
        goto error;
    state->origin = PyObject_CallNoArgs((PyObject *)state->PointType);
    if (state->origin == NULL)
        goto error;
    Py_INCREF(state->PointType);
    if (PyModule_AddObject(m, "Point", (PyObject *)state->PointType) < 0) {
        Py_DECREF(state->PointType);
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
