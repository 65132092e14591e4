#include <Python.h>

typedef struct {
    /* References to objects that initialisation takes and gives to nobody: while the statics
     * lived as long as the process, nobody asked. */
    PyObject *Error;
    PyObject *Warn;
    PyObject *cache;
    PyObject *borrowed;
    PyObject *kept;
    PyTypeObject *Spam_Type;
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
fail(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyErr_SetObject(state->Error, state->cache);
    return state->borrowed == state->Warn && state->kept == state->Warn
        ? Py_NewRef(state->Warn) : NULL;
}

static PyObject *
make(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    return PyObject_CallNoArgs((PyObject *)state->Spam_Type);
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

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {"make", make, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->Warn);
    Py_VISIT(state->cache);
    Py_VISIT(state->borrowed);
    Py_VISIT(state->kept);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->Warn);
    Py_CLEAR(state->cache);
    Py_CLEAR(state->borrowed);
    Py_CLEAR(state->kept);
    Py_CLEAR(state->Spam_Type);
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

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static PyObject *
new_cache(void)
{
    return PyDict_New();
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *d;
    d = PyModule_GetDict(m);
    state->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Spam_Type_spec, NULL);
    if (state->Spam_Type == NULL)
        return -1;
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->Error == NULL)
        return -1;
    if (PyDict_SetItemString(d, "Error", state->Error) < 0)
        return -1;
    /* As many as are given away. */
    state->Warn = PyErr_NewException("spam.Warn", state->Error, NULL);
    if (state->Warn == NULL)
        return -1;
    Py_INCREF(state->Warn);
    if (PyModule_AddObject(m, "Warn", state->Warn) < 0) {
        Py_DECREF(state->Warn);
        return -1;
    }
    state->cache = new_cache();
    if (state->cache == NULL)
        return -1;
    if (PyModule_AddObjectRef(m, "cache", state->cache) < 0) {
        return -1;
    }
    /* The state owns these by the reference that is taken here. */
    state->borrowed = PyDict_GetItemString(d, "Error");
    Py_XINCREF(state->borrowed);
    state->kept = state->Warn;
    Py_INCREF(state->kept);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
