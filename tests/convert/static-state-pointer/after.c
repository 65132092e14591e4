/* A static leads to the state that the module has already: each function looks that up. */
#include <Python.h>

typedef struct {
    PyObject *error;
    long calls;
    PyTypeObject *Thing_Type;
} spam_state;

#define CALLS(st) ((st)->calls)

typedef struct {
    PyObject_HEAD
    long n;
} Thing;

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

static void
count(spam_state *st)
{
    st->calls++;
}

static void
add(spam_state *state, long n)
{
    state->calls += n;
}

static PyObject *
thing_fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *st = get_spam_state_by_final_type(Py_TYPE(self));
    count(st);
    PyErr_SetString(st->error, "failed");
    return NULL;
}

static PyMethodDef thing_methods[] = {
    {"fail", thing_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Thing_Type_slots[] = {
    {Py_tp_methods, thing_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Thing_dealloc},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Thing_Type_slots,
};

static PyObject *
spam_calls(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *st = get_spam_state(self);
    add(st, 2);
    return PyLong_FromLong(CALLS(st));
}

static PyMethodDef spam_methods[] = {
    {"calls", spam_calls, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    spam_state *own = PyModule_GetState(m);
    Py_VISIT(own->error);
    Py_VISIT(get_spam_state(m)->Thing_Type);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    spam_state *own = PyModule_GetState(m);
    Py_CLEAR(own->error);
    Py_CLEAR(get_spam_state(m)->Thing_Type);
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
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_slots = spam_slots,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *st = get_spam_state(m);
    st->Thing_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Thing_Type_spec, NULL);
    if (st->Thing_Type == NULL) {
        return -1;
    }
    st->error = PyErr_NewException("spam.error", NULL, NULL);
    if (st->error == NULL || PyModule_AddObjectRef(m, "error", st->error) < 0
        || PyModule_AddType(m, st->Thing_Type) < 0)
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
