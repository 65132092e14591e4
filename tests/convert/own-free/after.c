#include <Python.h>

typedef struct {
    PyObject_HEAD
    long size;
} CrateObject;

typedef struct {
    /* Only functions of the module raise this one. */
    PyObject *EmptyError;
    long n_calls;
    /* Raised by functions and methods alike. */
    PyObject *CrateError;
    long n_crates;
    PyTypeObject *Crate_Type;
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

static PyObject *
refuse(spam_state *state, long size)
{
    return PyErr_Format(state->CrateError, "%ld is too much", size);
}

static PyObject *
Crate_grow(CrateObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    state->n_crates++;
    if (self->size > 8) {
        return refuse(state, self->size);
    }
    self->size++;
    Py_RETURN_NONE;
}

static PyMethodDef Crate_methods[] = {
    {"grow", (PyCFunction)Crate_grow, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Crate_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Crate_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, Crate_methods},
    {Py_tp_dealloc, Crate_dealloc},
    {0, NULL},
};

static PyType_Spec Crate_Type_spec = {
    .name = "spam.Crate",
    .basicsize = sizeof(CrateObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Crate_Type_slots,
};

static PyObject *
spam_open(PyObject *self, PyObject *crate)
{
    spam_state *state = get_spam_state(self);
    state->n_calls++;
    if (!PyObject_TypeCheck(crate, state->Crate_Type)) {
        PyErr_SetString(PyExc_TypeError, "not a crate");
        return NULL;
    }
    if (((CrateObject *)crate)->size == 0) {
        PyErr_SetNone(state->EmptyError);
        return NULL;
    }
    return PyLong_FromLong(state->n_calls);
}

static PyMethodDef methods[] = {
    {"open", spam_open, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_forget(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    (void)module;
    Py_CLEAR(state->EmptyError);
    state->n_crates = 0;
    Py_CLEAR(state->CrateError);
    Py_CLEAR(state->Crate_Type);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->EmptyError);
    Py_VISIT(state->CrateError);
    Py_VISIT(state->Crate_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->EmptyError);
    Py_CLEAR(state->CrateError);
    Py_CLEAR(state->Crate_Type);
    return 0;
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
    .m_free = spam_forget,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
};

static int
add_errors(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->CrateError = PyErr_NewException("spam.CrateError", NULL, NULL);
    state->EmptyError = PyErr_NewException("spam.EmptyError", NULL, NULL);
    if (state->CrateError == NULL || state->EmptyError == NULL) {
        return -1;
    }
    Py_INCREF(state->CrateError);
    if (PyModule_AddObject(m, "CrateError", state->CrateError) < 0) {
        Py_DECREF(state->CrateError);
        return -1;
    }
    Py_INCREF(state->EmptyError);
    if (PyModule_AddObject(m, "EmptyError", state->EmptyError) < 0) {
        Py_DECREF(state->EmptyError);
        return -1;
    }
    return 0;
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->n_crates = 1;
    state->n_calls = 2;
    if ((state->Crate_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
             m, &Crate_Type_spec, NULL)) == NULL || add_errors(m) < 0) {
        return -1;
    }
    Py_INCREF(state->Crate_Type);
    if (PyModule_AddObject(m, "Crate", (PyObject *)state->Crate_Type) < 0) {
        Py_DECREF(state->Crate_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
