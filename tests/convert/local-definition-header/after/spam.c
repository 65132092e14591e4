/* The module's definition is the initialisation's own, and a header has a part of its state. */
#include "egg.h"
#include "spam_state.h"

static PyObject *
Counter_fail(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    return egg_fail(state, arg);
}

static PyMethodDef Counter_methods[] = {
    {"fail", Counter_fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Counter_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Counter_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Counter_Type_slots[] = {
    {Py_tp_methods, Counter_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Counter_dealloc},
    {Py_tp_traverse, Counter_traverse},
    {0, NULL},
};

static PyType_Spec Counter_Type_spec = {
    .name = "spam.Counter",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Counter_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->egg_error);
    Py_VISIT(state->Counter_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->egg_error);
    Py_CLEAR(state->Counter_Type);
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

spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Counter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Counter_Type_spec, NULL);
    if (state->Counter_Type == NULL) {
        return -1;
    }
    state->egg_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->egg_error == NULL) {
        return -1;
    }
    Py_INCREF(state->Counter_Type);
    if (PyModule_AddObject(m, "Counter",
                           (PyObject *)state->Counter_Type) < 0) {
        Py_DECREF(state->Counter_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
