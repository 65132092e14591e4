/* Py_IncRef and Py_DecRef are the functions behind the macros of almost the same name, and
 * count as these do. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Thing;

typedef struct {
    PyObject *SpamError;
    PyTypeObject *Thing_Type;
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
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Thing_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Thing_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_traverse, Thing_traverse},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Thing_Type_slots,
};

static PyObject *
spam_fail(PyObject *self, PyObject *ignored)
{
    spam_state *state = get_spam_state(self);
    PyErr_SetString(state->SpamError, "failed");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->Thing_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->Thing_Type);
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
    state->Thing_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Thing_Type_spec, NULL);
    if (state->Thing_Type == NULL) {
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL) {
        return -1;
    }
    Py_IncRef(state->SpamError);
    if (PyModule_AddObject(module, "Error", state->SpamError) < 0) {
        Py_DecRef(state->SpamError);
        return -1;
    }
    Py_IncRef((PyObject *)state->Thing_Type);
    if (PyModule_AddObject(module, "Thing",
                           (PyObject *)state->Thing_Type) < 0) {
        Py_DecRef((PyObject *)state->Thing_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
