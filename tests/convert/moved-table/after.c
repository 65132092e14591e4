/* A table has the addresses of the objects that the initialisation stores in a loop, borrowed: it
 * moves with them, and they get their references. */
#include <Python.h>

struct globals {
    PyObject *value;
    PyTypeObject *type;
    PyObject *log;
    int changes;
};

struct types_record {
    PyObject **place;
    PyTypeObject *type;
};

typedef struct {
    struct globals all;
    struct types_record types[2];
    PyTypeObject *Spam_type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
set(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    Py_INCREF(value);
    Py_XSETREF(state->all.value, value);
    Py_RETURN_NONE;
}

static int
fill(spam_state *state)
{
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->types); i++) {
        *state->types[i].place = (PyObject *)state->types[i].type;
        Py_XINCREF(*state->types[i].place);
    }
    return 0;
}

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

static PyType_Slot Spam_type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_type_slots,
};

static PyObject *
look(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    return Py_BuildValue("OOi", state->all.value, state->all.log,
                         state->all.changes);
}

static PyMethodDef methods[] = {
    {"look", look, METH_NOARGS, NULL},
    {"set", set, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->all.value);
    Py_VISIT(state->all.type);
    Py_VISIT(state->all.log);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->types); i++) {
        Py_VISIT(state->types[i].type);
    }
    Py_VISIT(state->Spam_type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->all.value);
    Py_CLEAR(state->all.type);
    Py_CLEAR(state->all.log);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->types); i++) {
        Py_CLEAR(state->types[i].type);
    }
    Py_CLEAR(state->Spam_type);
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
    state->Spam_type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Spam_type_spec, NULL);
    if (state->Spam_type == NULL) {
        return -1;
    }
    state->types[0].place = &state->all.value;
    state->types[0].type = state->Spam_type;
    Py_INCREF(state->types[0].type);
    state->types[1].place = &state->all.log;
    state->types[1].type = &PyList_Type;
    Py_INCREF(state->types[1].type);
    if (PyModule_AddType(m, state->Spam_type) < 0 || fill(state) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
