#include <Python.h>

/* What a half-made instance has goes before it is freed. */
typedef struct {
    PyObject_HEAD
    PyObject *key;
    PyObject *value;
    char *buffer;
} Entry;

static void
entry_dealloc(Entry *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->key);
    Py_XDECREF(self->value);
    PyMem_Free(self->buffer);
    tp->tp_free(self);
    Py_DECREF(tp);
}

typedef struct {
    PyTypeObject *Entry_Type;
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
Entry_traverse(Entry *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->key);
    Py_VISIT(self->value);
    return 0;
}

static PyType_Slot Entry_Type_slots[] = {
    {Py_tp_dealloc, entry_dealloc},
    {Py_tp_traverse, Entry_traverse},
    {0, NULL},
};

static PyType_Spec Entry_Type_spec = {
    .name = "spam.Entry",
    .basicsize = sizeof(Entry),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Entry_Type_slots,
};

/* In a branch, with other work between. */
static PyObject *
entry_of(spam_state *state, PyObject *key, PyObject *value)
{
    Entry *self = (Entry *)state->Entry_Type->tp_alloc(state->Entry_Type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(key);
    self->key = key;
    self->value = PySequence_List(value);
    self->buffer = PyMem_Malloc(16);
    if (self->value == NULL || self->buffer == NULL) {
        if (self) {
            PyMem_Free(self->buffer);
            PyObject_GC_UnTrack(self);
            Py_XDECREF(self->value);
            Py_DECREF(self->key);
            {
                PyTypeObject *tp = Py_TYPE(self);
                tp->tp_free(self);
                Py_DECREF(tp);
            }
        }
        return NULL;
    }
    return (PyObject *)self;
}

/* Behind a label, and with a way that passes the release by. */
static PyObject *
entry_alone(spam_state *state, PyObject *value)
{
    Entry *self = (Entry *)state->Entry_Type->tp_alloc(state->Entry_Type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->key = NULL;
    self->buffer = NULL;
    self->value = PySequence_List(value);
    if (self->value == NULL) {
        goto none;
    }
    self->buffer = PyMem_Malloc(16);
    if (self->buffer == NULL) {
        goto fail;
    }
    return (PyObject *)self;
fail:
    PyObject_GC_UnTrack(self);
    Py_DECREF(self->value);
none:
    {
        PyTypeObject *tp = Py_TYPE(self);
        PyObject_GC_UnTrack(self);
        tp->tp_free(self);
        Py_DECREF(tp);
    }
    return NULL;
}

/* It may stay. */
static PyObject *
entry_kept(spam_state *state, PyObject *value, int keep)
{
    Entry *self = (Entry *)state->Entry_Type->tp_alloc(state->Entry_Type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->key = PyLong_FromLong(keep);
    self->buffer = NULL;
    self->value = PySequence_List(value);
    Py_CLEAR(self->key);
    if (keep && self->value != NULL)
        return (PyObject *)self;
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->value);
    {
        PyTypeObject *tp = Py_TYPE(self);
        tp->tp_free(self);
        Py_DECREF(tp);
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_entries(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    return Py_BuildValue("NNN", entry_of(state, arg, arg),
                         entry_alone(state, arg), entry_kept(state, arg, 1));
}

static PyMethodDef spam_methods[] = {
    {"entries", spam_entries, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Entry_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Entry_Type);
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
    state->Entry_Type = spam_new_type(module, &Entry_Type_spec);
    if (state->Entry_Type == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
