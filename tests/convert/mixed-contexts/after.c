/* One C function is a function of the module and a method of a type. */
#include <Python.h>

typedef struct {
    PyObject *SpamError;
    PyTypeObject *Spam_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
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

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    spam_state *state = PyModule_Check(self) ? get_spam_state(self)
        : get_spam_state_by_type(Py_TYPE(self));
    PyErr_SetObject(state->SpamError, arg);
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

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
    {Py_tp_methods, spam_methods},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Spam_Type_slots,
};

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Spam_Type = spam_new_type(m, &Spam_Type_spec);
    if (state->Spam_Type == NULL) {
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
