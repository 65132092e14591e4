/* What is given up at run time keeps its pointer, as a flag says that nothing is there. */
#include <Python.h>

#define LENGTH 4

typedef struct {
    PyObject_HEAD
} Scope;

struct ring_record {
    PyObject *key, *value;
    int is_used;
};

typedef struct {
    PyObject *cache;
    int is_valid;
    Scope *scope;
    struct ring_record ring[LENGTH];
    unsigned at;
    PyObject *counted;
    PyTypeObject *Scope_Type;
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

static PyObject *
spam_cached(PyObject *self, PyObject *object)
{
    spam_state *state = get_spam_state(self);
    if (!state->is_valid) {
        state->cache = PyList_New(0);
        if (state->cache == NULL) {
            return NULL;
        }
        state->is_valid = 1;
    }
    if (PyList_Append(state->cache, object) < 0) {
        return NULL;
    }
    Py_INCREF(state->cache);
    return state->cache;
}

static PyObject *
spam_drop(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    if (state->is_valid) {
        state->is_valid = 0;
        Py_CLEAR(state->cache);
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_enter(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    if (state->at == 0 || state->scope == NULL) {
        state->scope = (Scope *)state->Scope_Type->tp_alloc(state->Scope_Type,
                                                            0);
    }
    return state->scope != NULL ? PyLong_FromLong(1) : NULL;
}

static PyObject *
spam_leave(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    if (state->scope != NULL && state->is_valid) {
        Py_DECREF((PyObject *)state->scope);
        state->scope = NULL;
    }
    state->is_valid = 0;
    Py_RETURN_NONE;
}

static PyObject *
spam_remember(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyObject *key, *value;
    if (!PyArg_ParseTuple(args, "OO", &key, &value)) {
        return NULL;
    }
    Py_INCREF(key);
    Py_INCREF(value);
    if (state->ring[state->at % LENGTH].is_used) {
        Py_CLEAR(state->ring[state->at % LENGTH].key);
        Py_CLEAR(state->ring[state->at % LENGTH].value);
    }
    state->ring[state->at % LENGTH].key = key;
    state->ring[state->at % LENGTH].value = value;
    state->ring[state->at % LENGTH].is_used = 1;
    state->at++;
    Py_RETURN_NONE;
}

static PyObject *
spam_forget(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    for (int i = 0; i < LENGTH; i++) {
        if (state->ring[i].is_used) {
            state->ring[i].is_used = 0;
            Py_CLEAR(state->ring[i].key);
            Py_CLEAR(state->ring[i].value);
        }
    }
    Py_RETURN_NONE;
}

/* Only lends the reference that it takes. */
static PyObject *
spam_size(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    Py_INCREF(state->counted);
    Py_ssize_t size = PyObject_Size(state->counted);
    Py_DECREF(state->counted);
    return size < 0 ? NULL : PyLong_FromSsize_t(size);
}

/* Is given another value behind the branch. */
static PyObject *
spam_count(PyObject *self, PyObject *object)
{
    spam_state *state = get_spam_state(self);
    if (state->counted != NULL) {
        Py_DECREF(state->counted);
    }
    Py_INCREF(object);
    state->counted = object;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"cached", spam_cached, METH_O, NULL},
    {"drop", spam_drop, METH_NOARGS, NULL},
    {"enter", spam_enter, METH_NOARGS, NULL},
    {"leave", spam_leave, METH_NOARGS, NULL},
    {"remember", spam_remember, METH_VARARGS, NULL},
    {"forget", spam_forget, METH_NOARGS, NULL},
    {"size", spam_size, METH_NOARGS, NULL},
    {"count", spam_count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Scope_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Scope_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Scope_Type_slots[] = {
    {Py_tp_dealloc, Scope_dealloc},
    {Py_tp_traverse, Scope_traverse},
    {0, NULL},
};

static PyType_Spec Scope_Type_spec = {
    .name = "spam.Scope",
    .basicsize = sizeof(Scope),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Scope_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->cache);
    Py_VISIT(state->scope);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->ring); i++) {
        Py_VISIT(state->ring[i].key);
        Py_VISIT(state->ring[i].value);
    }
    Py_VISIT(state->counted);
    Py_VISIT(state->Scope_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->cache);
    Py_CLEAR(state->scope);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->ring); i++) {
        Py_CLEAR(state->ring[i].key);
        Py_CLEAR(state->ring[i].value);
    }
    Py_CLEAR(state->counted);
    Py_CLEAR(state->Scope_Type);
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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Scope_Type = spam_new_type(module, &Scope_Type_spec);
    if (state->Scope_Type == NULL) {
        return -1;
    }
    state->counted = PyList_New(0);
    if (state->counted == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
