/* Attributes of instances by whose names the heap type itself goes: what is lost is told. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *module;
} Wrapper;

static PyObject *
wrapper_module(Wrapper *self, void *closure)
{
    PyObject *module = self->module != NULL ? self->module : Py_None;
    Py_INCREF(module);
    return module;
}

static PyObject *
wrapper_doc(Wrapper *self, void *closure)
{
    return PyUnicode_FromString("of the instance");
}

static void
wrapper_dealloc(Wrapper *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->module);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyGetSetDef wrapper_getset[] = {
    {"__module__", (getter)wrapper_module, NULL, NULL, NULL},
    {"__doc__", (getter)wrapper_doc, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

typedef struct {
    PyTypeObject *Wrapper_Type;
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
Wrapper_traverse(Wrapper *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->module);
    return 0;
}

static PyType_Slot Wrapper_Type_slots[] = {
    {Py_tp_dealloc, wrapper_dealloc},
    {Py_tp_getset, wrapper_getset},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Wrapper_traverse},
    {0, NULL},
};

static PyType_Spec Wrapper_Type_spec = {
    .name = "spam.Wrapper",
    .basicsize = sizeof(Wrapper),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Wrapper_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Wrapper_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Wrapper_Type);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if ((state->Wrapper_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
             m, &Wrapper_Type_spec, NULL)) == NULL
        || PyObject_SetAttrString(m, "Wrapper",
                                  (PyObject *)state->Wrapper_Type) < 0)
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
