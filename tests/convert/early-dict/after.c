/* Types that get a new dictionary before PyType_Ready, which fills it further: a heap type has its
 * own, filled, when it is made. */
#include <Python.h>

static PyObject *
number(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(1);
}

static PyMethodDef thing_methods[] = {
    {"number", number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

typedef struct {
    PyTypeObject *Thing_Type;
    PyTypeObject *Given_Type;
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
    {Py_tp_doc, (void *)"A thing."},
    {Py_tp_methods, thing_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_traverse, Thing_traverse},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Thing_Type_slots,
};

static void
Given_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Given_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Given_Type_slots[] = {
    {Py_tp_doc, (void *)"A type that a function fills."},
    {Py_tp_methods, thing_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Given_dealloc},
    {Py_tp_traverse, Given_traverse},
    {0, NULL},
};

static PyType_Spec Given_Type_spec = {
    .name = "spam.Given",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Given_Type_slots,
};

static void
Other_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Other_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Other_Type_slots[] = {
    {Py_tp_methods, thing_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Other_dealloc},
    {Py_tp_traverse, Other_traverse},
    {0, NULL},
};

static PyType_Spec Other_Type_spec = {
    .name = "spam.Other",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Other_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Thing_Type);
    Py_VISIT(state->Given_Type);
    Py_VISIT(state->Other_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Thing_Type);
    Py_CLEAR(state->Given_Type);
    Py_CLEAR(state->Other_Type);
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
fill(PyTypeObject *type)
{
    if (type->tp_dict == NULL) {
        return -1;
    }
    if (PyDict_SetItemString(type->tp_dict, "LIMIT", Py_None) < 0) {
        Py_DecRef(type->tp_dict);
        type->tp_dict = NULL;
        return -1;
    }
    return 0;
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Thing_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Thing_Type_spec, NULL);
    if (state->Thing_Type == NULL) {
        return -1;
    }
    state->Given_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Given_Type_spec, NULL);
    if (state->Given_Type == NULL) {
        return -1;
    }
    state->Other_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Other_Type_spec, NULL);
    if (state->Other_Type == NULL) {
        return -1;
    }
    if (state->Thing_Type->tp_dict == NULL || PyDict_SetItemString(
            state->Thing_Type->tp_dict, "LIMIT", Py_None) < 0)
    {
        return -1;
    }
    if (PyType_Ready(state->Thing_Type) < 0) {
        return -1;
    }
    if (fill(state->Given_Type) < 0 || PyType_Ready(state->Given_Type) < 0) {
        return -1;
    }
    if (fill(state->Other_Type) < 0 || PyType_Ready(state->Other_Type) < 0) {
        return -1;
    }
    if (PyObject_SetAttrString(m, "Thing", (PyObject *)state->Thing_Type) < 0
        || PyObject_SetAttrString(m, "Given",
                                  (PyObject *)state->Given_Type) < 0
        || PyObject_SetAttrString(m, "Other",
                                  (PyObject *)state->Other_Type) < 0)
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
