#include <Python.h>

/* Functions, a struct and tables that stand on one line each. */
typedef struct { PyObject_HEAD PyObject *value; int open; } Box;
struct range { int low; int high; };

#define CLAMP(n, to) { if ((n) > (to)) { (n) = (to); } }

static int half(int n) { return n / 2; }
static int above(struct range r, int n) { struct range s = { r.low, r.high }; return n > s.high; }

typedef struct {
    PyObject *cache;
    PyObject *error;
    int n_calls;
    int limit;
    PyTypeObject *Box_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *spam_new_type(PyObject *module, PyType_Spec *spec)
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

static int bump(spam_state *state) { return ++state->n_calls; }

static int Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}
static int Box_clear(Box *self) { Py_CLEAR(self->value); return 0; }
static void Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Box_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}
static PyObject *Box_get(Box *self, PyObject *unused) { if (self->value == NULL) Py_RETURN_NONE; return Py_NewRef(self->value); }

static PyObject *count(PyObject *module, PyObject *unused)
{
    spam_state *state = get_spam_state(module);
    return PyLong_FromLong(bump(state));
}
static PyObject *text(PyObject *module, PyObject *unused)
{
    spam_state *state = get_spam_state(module);
    state->n_calls++; /* counted */
    return PyUnicode_FromString("a; {b}");
}
static PyObject *first(PyObject *module, PyObject *seen)
{
    spam_state *state = get_spam_state(module);
    if (state->cache == NULL) {
        state->cache = Py_NewRef(seen);
        state->limit++;
    } else {
        state->limit--;
    }
    return Py_NewRef(state->cache);
}
static PyObject *check(PyObject *module, PyObject *o)
{
    spam_state *state = get_spam_state(module);
    long n = PyLong_AsLong(o);
    if (n == -1 && PyErr_Occurred()) goto failed;
    if (n > state->limit) {
        PyErr_SetString(state->error, "that is more than the limit");
        goto failed;
    }
    for (int i = 0; i < 2; i++) n = half((int)n);
    return PyLong_FromLong(n);
failed:
    return NULL;
}
static PyObject *clamped(PyObject *module, PyObject *o)
{
    spam_state *state = get_spam_state(module);
    struct range r = { 0, state->limit };
    long n = PyLong_AsLong(o);
    if (n == -1 && PyErr_Occurred()) { return NULL; }
    if (above(r, (int)n)) {
        PyErr_Format(state->error, "%ld is above %d", n, state->limit);
        return NULL;
    }
    CLAMP(n, 2)
    return PyLong_FromLong(n);
}
static PyObject *box(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    Box *self = PyObject_GC_New(Box, state->Box_Type);
    if (self == NULL) return NULL;
    self->value = Py_NewRef(value);
    self->open = 1;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static PyMethodDef Box_methods[] = { {"get", (PyCFunction)Box_get, METH_NOARGS, NULL}, {NULL} };
static PyType_Slot Box_Type_slots[] = {
    {Py_tp_traverse, Box_traverse},
    {Py_tp_clear, Box_clear},
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_Type_spec = {
    .name = "spam.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Box_Type_slots,
};
static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {"text", text, METH_NOARGS, NULL},
    {"first", first, METH_O, NULL},
    {"check", check, METH_O, NULL},
    {"clamped", clamped, METH_O, NULL},
    {"box", box, METH_O, NULL},
    {NULL},
};
static int spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->cache);
    Py_VISIT(state->error);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->cache);
    Py_CLEAR(state->error);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void spam_free(void *module)
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

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->limit = 3;
    state->Box_Type = spam_new_type(m, &Box_Type_spec);
    if (state->Box_Type == NULL) return -1;
    state->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->error == NULL) { return -1; }
    Py_INCREF(state->error);
    if (PyModule_AddObject(m, "Error", state->error) < 0) {
        Py_DECREF(state->error);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
