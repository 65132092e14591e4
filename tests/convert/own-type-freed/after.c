/* Functions that deallocate instances name their own type: Py_TYPE(self) does as well. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    void *data;
} Thing;

static void
final_dealloc(Thing *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    if (self->data == NULL) {
        PyErr_WriteUnraisable((PyObject *)Py_TYPE(self));
    }
    PyMem_Free(self->data);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

/* Instances of subclasses get here, too. */
static void
open_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyMem_Free(((Thing *)self)->data);
    (Py_TYPE(self))->tp_free(self);
    Py_DECREF(tp);
}

typedef struct {
    PyTypeObject *Final_Type;
    PyTypeObject *Open_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyType_Slot Final_Type_slots[] = {
    {Py_tp_dealloc, final_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Final_Type_spec = {
    .name = "spam.Final",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Final_Type_slots,
};

static PyType_Slot Open_Type_slots[] = {
    {Py_tp_dealloc, open_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Open_Type_spec = {
    .name = "spam.Open",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Open_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Final_Type);
    Py_VISIT(state->Open_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Final_Type);
    Py_CLEAR(state->Open_Type);
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
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Final_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Final_Type_spec, NULL);
    if (state->Final_Type == NULL) {
        return -1;
    }
    state->Open_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Open_Type_spec, NULL);
    if (state->Open_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Final_Type) < 0
        || PyModule_AddType(module, state->Open_Type) < 0)
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
