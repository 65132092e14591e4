/* A library calls back while an instance is deallocated. */
#include <Python.h>

#include "vendor/pots.h"

typedef struct {
    PyObject_HEAD
    PyObject *module;
    struct pot pot;
    PyObject *owner;
} PotObject;

typedef struct {
    PyObject *PotError;
    long n_closed;
    PyTypeObject *Pot_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
on_close(void *data)
{
    spam_state *state = get_spam_state(((PotObject *)data)->module);
    PotObject *self = data;
    PyObject *error = PyObject_CallFunction(state->PotError, "l",
                                            ++state->n_closed);
    if (error == NULL) {
        return -1;
    }
    Py_DECREF(error);
    return self->owner != NULL;
}

static PyObject *
pot_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    PyObject *owner = NULL;
    if (!PyArg_ParseTuple(args, "|O", &owner)) {
        return NULL;
    }
    PotObject *self = (PotObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_XINCREF(owner);
    self->owner = owner;
    pot_open(&self->pot, on_close, self);
    return (PyObject *)self;
}

static int
pot_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((PotObject *)self)->owner);
    Py_VISIT(((PotObject *)self)->module);
    return 0;
}

static int
pot_clear(PyObject *self)
{
    Py_CLEAR(((PotObject *)self)->owner);
    return 0;
}

static void
pot_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject *module = ((PotObject *)self)->module;
    PyObject_GC_UnTrack(self);
    if (pot_close(&((PotObject *)self)->pot) < 0) {
        PyErr_WriteUnraisable(NULL);
    }
    (void)pot_clear(self);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
    Py_DECREF(module);
}

/* The instance holds the module: its state is used until the instance is gone. */
static PyObject *
Pot_alloc(PyTypeObject *type, Py_ssize_t n_items)
{
    PyObject *module = PyType_GetModule(type);
    if (module == NULL) {
        return NULL;
    }
    PyObject *self = PyType_GenericAlloc(type, n_items);
    if (self != NULL) {
        Py_INCREF(module);
        ((PotObject *)self)->module = module;
    }
    return self;
}

static PyType_Slot Pot_Type_slots[] = {
    {Py_tp_new, pot_new},
    {Py_tp_traverse, pot_traverse},
    {Py_tp_clear, pot_clear},
    {Py_tp_dealloc, pot_dealloc},
    {Py_tp_alloc, Pot_alloc},
    {0, NULL},
};

static PyType_Spec Pot_Type_spec = {
    .name = "spam.Pot",
    .basicsize = sizeof(PotObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Pot_Type_slots,
};

static PyObject *
closed(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return PyLong_FromLong(state->n_closed);
}

static PyMethodDef spam_methods[] = {
    {"closed", closed, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->PotError);
    Py_VISIT(state->Pot_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Pot_Type);
    return 0;
}

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    (void)spam_clear((PyObject *)module);
    Py_CLEAR(state->PotError);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
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
    state->Pot_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Pot_Type_spec, NULL);
    if (state->Pot_Type == NULL) {
        return -1;
    }
    state->PotError = PyErr_NewException("spam.PotError", NULL, NULL);
    if (state->PotError == NULL
        || PyModule_AddType(module, state->Pot_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
