#include <Python.h>

typedef struct {
    PyObject_HEAD
    int grains;
} SaltObject;

static PyObject *
salt_repr(PyObject *self)
{
    return PyUnicode_FromFormat("%d grains", ((SaltObject *)self)->grains);
}

static int
salt_init(PyObject *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    return PyArg_ParseTuple(args, "i", &((SaltObject *)self)->grains) ? 0 : -1;
}

typedef struct {
    PyTypeObject *SaltType;
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
Salt_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Salt_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot SaltType_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_repr, salt_repr},
    {Py_tp_init, salt_init},
    {Py_tp_dealloc, Salt_dealloc},
    {Py_tp_traverse, Salt_traverse},
    {0, NULL},
};

static PyType_Spec SaltType_spec = {
    .name = "spam.Salt",
    .basicsize = sizeof(SaltObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = SaltType_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SaltType);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SaltType);
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
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->SaltType = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &SaltType_spec, NULL);
    if (state->SaltType == NULL) {
        return -1;
    }
    Py_INCREF(state->SaltType);
    if (PyModule_AddObject(m, "Salt", (PyObject *)state->SaltType) < 0) {
        Py_DECREF(state->SaltType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
