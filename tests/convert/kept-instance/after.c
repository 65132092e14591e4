/* The module keeps an instance by Py_XSETREF, which writes through a pointer: the garbage
 * collector must see instances, although they hold no object. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long number;
} CountObject;

typedef struct {
    PyObject *last;
    PyTypeObject *Count_Type;
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
Count_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Count_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Count_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Count_dealloc},
    {Py_tp_traverse, Count_traverse},
    {0, NULL},
};

static PyType_Spec Count_Type_spec = {
    .name = "spam.Count",
    .basicsize = sizeof(CountObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Count_Type_slots,
};

static PyObject *
spam_make(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    PyObject *made = PyObject_CallNoArgs((PyObject *)state->Count_Type);
    if (made == NULL) {
        return NULL;
    }
    Py_XSETREF(state->last, Py_NewRef(made));
    return made;
}

static PyMethodDef methods[] = {
    {"make", spam_make, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->last);
    Py_VISIT(state->Count_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->last);
    Py_CLEAR(state->Count_Type);
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Count_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Count_Type_spec, NULL);
    if (state->Count_Type == NULL) {
        return -1;
    }
    if (m != NULL && PyModule_AddType(m, state->Count_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
