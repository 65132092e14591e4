#include <Python.h>

#include <assert.h>

#ifdef CHECKED
#define CHECK(state, x) if (Py_TYPE(x) != (state)->Spam_Type) abort()
#define TOLD(state, x) (puts("told"), (state)->have_raqm = (x))
#else
#define CHECK(state, x)
#define TOLD(state, x) ((state)->have_raqm = (x))
#endif
#ifdef CHECKED
#define FROM_LONG PyLong_FromLongLong
#else
#define FROM_LONG PyLong_FromLong
#endif
#define CHECK_KIND(state, x) assert(Py_TYPE(x) == (state)->Spam_Type)

typedef struct {
    /* What needs the state is left out by #if, or dropped by a macro, in some builds. */
    int have_raqm;
    PyTypeObject *Spam_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
}

/* A macro without parameters drops nothing. */
static PyObject *
raqm_number(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    return FROM_LONG(state->have_raqm);
}

static int
layout(spam_state *state, int n)
{
    int k = n; /* at least */
    (void)state;
#ifdef HAVE_RAQM
    if (state->have_raqm)
        return n + 1;
#endif
    return k;
}

static int
both(spam_state *state, int n)
{
#ifdef HAVE_RAQM
    if (state->have_raqm)
        return n + 1;
#else
    state->have_raqm = 2;
#endif
    return n;
}

static int
caller(spam_state *state, int n)
{
    (void)state;
#ifdef HAVE_RAQM
    return layout(state, n);
#else
    return n;
#endif
}

static PyObject *
length(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(layout(state, 3) + caller(state, 2) + both(state,
                                                                      1));
}

static PyObject *
set(PyObject *self, PyObject *value)
{
#ifdef HAVE_RAQM
    spam_state *state = get_spam_state(self);
#endif
    int k = (int)PyLong_AsLong(value);
#ifdef HAVE_RAQM
    state->have_raqm = k;
#endif
    return PyLong_FromLong(k);
}

static PyObject *
is_spam(PyObject *self, PyObject *value)
{
#ifndef NDEBUG
    spam_state *state = get_spam_state(self);
#endif
    assert(PyObject_TypeCheck(value, state->Spam_Type));
    Py_RETURN_TRUE;
}

static PyObject *
has_kind(PyObject *self, PyObject *value)
{
#ifndef NDEBUG
    spam_state *state = get_spam_state(self);
#endif
    CHECK_KIND(state, value);
    Py_RETURN_TRUE;
}

static PyObject *
without_name(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    (void)state;
    assert(Py_TYPE(value) == state->Spam_Type);
    Py_RETURN_TRUE;
}

static PyObject *
without_argument(PyObject *self, PyObject *Py_UNUSED(unused))
{
#ifndef NDEBUG
    spam_state *state = get_spam_state(self);
#endif
    assert(state->have_raqm >= 0);
    Py_RETURN_TRUE;
}

static PyObject *
in_branch(PyObject *self, PyObject *value)
{
    if (value != Py_None) {
        spam_state *state = get_spam_state(self);
        (void)state;
#ifdef HAVE_RAQM
#if HAVE_RAQM > 1
        state->have_raqm = 3;
#endif
#else
        assert(state->have_raqm >= 0);
#endif
        return PyLong_FromLong(1);
    }
    Py_RETURN_NONE;
}

static PyObject *
nested(PyObject *self, PyObject *value)
{
#ifdef HAVE_RAQM
#if HAVE_RAQM > 1
    spam_state *state = get_spam_state(self);
#endif
#endif
#ifdef HAVE_RAQM
#if HAVE_RAQM > 1
    state->have_raqm = 3;
#endif
#endif
    return PyLong_FromLong(1);
}

static PyObject *
several(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    (void)state;
#if HAVE_RAQM > 1
    state->have_raqm = 3;
#elif defined(HAVE_RAQM)
    state->have_raqm = 4;
#endif
    Py_RETURN_NONE;
}

static PyObject *
told(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(TOLD(state, 1));
}

static PyObject *
floor_only(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
#if PY_MAJOR_VERSION >= 3
    state->have_raqm++;
#endif
    Py_RETURN_NONE;
}

static int
indented(spam_state *state, int n)
{
    int i = n;

    (void)state;
    #ifdef HAVE_RAQM
        state->have_raqm = n;
    #endif
    while (i > 3) {
        i -= 3;
    }
    #ifdef HAVE_RAQM
        state->have_raqm += i;
    #endif
    return i;
}

static PyObject *
modulo(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(indented(state, (int)PyLong_AsLong(value)));
}

static PyObject *
Spam_get(PyObject *self, void *unused)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    (void)state;
    CHECK(state, self);
    return PyLong_FromLong(1);
}

static PyGetSetDef Spam_getset[] = {
    {"n", Spam_get, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_getset, Spam_getset},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static PyMethodDef methods[] = {
    {"raqm_number", raqm_number, METH_NOARGS, NULL},
    {"length", length, METH_NOARGS, NULL},
    {"set", set, METH_O, NULL},
    {"is_spam", is_spam, METH_O, NULL},
    {"has_kind", has_kind, METH_O, NULL},
    {"without_name", without_name, METH_O, NULL},
    {"without_argument", without_argument, METH_NOARGS, NULL},
    {"in_branch", in_branch, METH_O, NULL},
    {"nested", nested, METH_O, NULL},
    {"several", several, METH_O, NULL},
    {"told", told, METH_O, NULL},
    {"floor_only", floor_only, METH_O, NULL},
    {"modulo", modulo, METH_O, NULL},
    {NULL, NULL, 0, NULL},
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

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
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
    Py_INCREF(state->Spam_Type);
    if (PyType_Ready(state->Spam_Type) < 0
        || PyModule_AddObject(m, "Spam", (PyObject *)state->Spam_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
