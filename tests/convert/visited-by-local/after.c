/* A traverse function that visits the type of its object by way of a local. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Spam;

static int
spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    PyTypeObject *type = Py_TYPE(op);
    if (type->tp_flags & Py_TPFLAGS_HEAPTYPE) {
        Py_VISIT(type);
    }
    Py_VISIT(((Spam *)op)->item);
    return 0;
}

static int
spam_clear(PyObject *op)
{
    Py_CLEAR(((Spam *)op)->item);
    return 0;
}

static void
spam_dealloc(PyObject *op)
{
    PyTypeObject *tp = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_CLEAR(((Spam *)op)->item);
    Py_TYPE(op)->tp_free(op);
    Py_DECREF(tp);
}

typedef struct {
    PyTypeObject *Spam_Type;
} spam_module_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_module_state *
get_spam_module_state(PyObject *module)
{
    return (spam_module_state *)PyModule_GetState(module);
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_traverse, spam_traverse},
    {Py_tp_clear, spam_clear},
    {Py_tp_dealloc, spam_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static int
spam_module_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_module_state *state = get_spam_module_state(module);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_module_clear(PyObject *module)
{
    spam_module_state *state = get_spam_module_state(module);
    Py_CLEAR(state->Spam_Type);
    return 0;
}

static void
spam_module_free(void *module)
{
    (void)spam_module_clear((PyObject *)module);
}

static int spam_module_exec(PyObject *module);

static PyModuleDef_Slot spam_module_slots[] = {
    {Py_mod_exec, spam_module_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam",
    .m_size = sizeof(spam_module_state),
    .m_slots = spam_module_slots,
    .m_traverse = spam_module_traverse,
    .m_clear = spam_module_clear,
    .m_free = spam_module_free,
};

static int
spam_module_exec(PyObject *module)
{
    spam_module_state *state = get_spam_module_state(module);
    state->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Spam_Type_spec, NULL);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Spam_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
