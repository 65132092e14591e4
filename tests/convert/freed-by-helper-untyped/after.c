/* What frees the instances is given pointers to nothing in particular: its calls say whose they
 * are. */
#include <Python.h>

static void
free_instance(void *object)
{
    PyTypeObject *tp = Py_TYPE(object);
    Py_TYPE(object)->tp_free((PyObject *)object);
    Py_DECREF(tp);
}

typedef struct {
    PyObject_HEAD
    int *data;
} Thing;

static void
Thing_dealloc(Thing *self)
{
    PyMem_Free(self->data);
    free_instance(self);
}

typedef struct {
    PyTypeObject *Thing_Type;
    PyTypeObject *Other_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyType_Slot Thing_Type_slots[] = {
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

typedef struct {
    PyObject_HEAD
    int *data;
} Other;

static void
Other_dealloc(PyObject *self)
{
    Other *other = (Other *)self;
    PyMem_Free(other->data);
    free_instance(other);
}

static PyType_Slot Other_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Other_dealloc},
    {0, NULL},
};

static PyType_Spec Other_Type_spec = {
    .name = "spam.Other",
    .basicsize = sizeof(Other),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Other_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Thing_Type);
    Py_VISIT(state->Other_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Thing_Type);
    Py_CLEAR(state->Other_Type);
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
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Thing_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Thing_Type_spec, NULL);
    if (state->Thing_Type == NULL) {
        return -1;
    }
    state->Other_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Other_Type_spec, NULL);
    if (state->Other_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Thing_Type) < 0
        || PyModule_AddType(module, state->Other_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
