/* Functions, and slots of types, that macros make. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
} Spam;

#define MAKE_FAIL(name)                          \
    static PyObject *                            \
    name(PyObject *self, PyObject *arg)          \
    {                                            \
    spam_state *state = get_spam_state(self);    \
        PyErr_SetObject(state->SpamError, arg);  \
        return NULL;                             \
    }

typedef struct {
    PyObject *SpamError;
    PyTypeObject *Spam_Type;
    PyTypeObject *Egg_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

MAKE_FAIL(fail)
MAKE_FAIL(fail_too)

static void Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static void Egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int Egg_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Egg_dealloc},
    {Py_tp_traverse, Egg_traverse},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"fail_too", fail_too, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->Spam_Type);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->Spam_Type);
    Py_CLEAR(state->Egg_Type);
    return 0;
}

static void spam_free(void *module)
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Spam_Type_spec, NULL);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    state->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Egg_Type_spec, NULL);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
