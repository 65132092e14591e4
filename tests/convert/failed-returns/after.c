/* The module is returned where a call has failed, too: with its exception, it is no success. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Egg;

typedef struct {
    PyTypeObject *Egg_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Egg_dealloc},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(Egg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Egg_Type);
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
    state->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Egg_Type_spec, NULL);
    if (state->Egg_Type == NULL)
        return -1;
    Py_INCREF(state->Egg_Type);
    if (PyModule_AddObject(module, "Egg", (PyObject *)state->Egg_Type) < 0)
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
