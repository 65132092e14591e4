/* Objects in members that other builds do not have: of a static, and of instances. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
#ifdef SPAM_NAMES
    PyObject *name;
#endif
    PyObject *value;
} Box;

struct last_record {
    long calls;
#ifdef SPAM_NAMES
    PyObject *name;
#ifdef SPAM_DEEP
    PyObject *deep;
#endif
#endif
    PyObject *value;
};

static void
box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
#ifdef SPAM_NAMES
    Py_XDECREF(self->name);
#endif
    Py_XDECREF(self->value);
    tp->tp_free(self);
    Py_DECREF(tp);
}

typedef struct {
    struct last_record last;
    PyTypeObject *Box_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
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

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
#ifdef SPAM_NAMES
    Py_VISIT(self->name);
#endif
    Py_VISIT(self->value);
    return 0;
}

static PyType_Slot Box_Type_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_Type_spec = {
    .name = "spam.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_DEFAULT
#ifdef SPAM_OPEN
        | Py_TPFLAGS_BASETYPE
#endif
,
    .slots = Box_Type_slots,
};

static PyObject *
box(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    Box *self = (Box *)state->Box_Type->tp_alloc(state->Box_Type, 0);
    if (self == NULL) {
        return NULL;
    }
    state->last.calls++;
    Py_INCREF(value);
    Py_XSETREF(state->last.value, value);
    Py_INCREF(value);
    self->value = value;
#ifdef SPAM_NAMES
    Py_INCREF(value);
    Py_XSETREF(state->last.name, value);
    Py_INCREF(value);
    self->name = value;
#endif
    return (PyObject *)self;
}

static PyMethodDef spam_methods[] = {
    {"box", box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
#ifdef SPAM_NAMES
    Py_VISIT(state->last.name);
#ifdef SPAM_DEEP
    Py_VISIT(state->last.deep);
#endif
#endif
    Py_VISIT(state->last.value);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
#ifdef SPAM_NAMES
    Py_CLEAR(state->last.name);
#ifdef SPAM_DEEP
    Py_CLEAR(state->last.deep);
#endif
#endif
    Py_CLEAR(state->last.value);
    Py_CLEAR(state->Box_Type);
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
    state->Box_Type = spam_new_type(module, &Box_Type_spec);
    if (state->Box_Type == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
