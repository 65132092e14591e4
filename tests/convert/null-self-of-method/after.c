/* A function of the module that a method calls, with NULL for the module. */
#include <Python.h>

typedef struct {
    PyObject *SpamError;
    PyTypeObject *Counter_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
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

static PyObject *
fail(PyObject *ignored, PyObject *arg)
{
    spam_state *state = PyModule_Check(ignored) ? get_spam_state(ignored)
        : get_spam_state_by_type(Py_TYPE(ignored));
    PyErr_SetObject(state->SpamError, arg);
    return NULL;
}

typedef struct {
    PyObject_HEAD
    long number;
} Counter;

static PyObject *
Counter_get(Counter *self, PyObject *arg)
{
    if (self->number < 1) {
        return fail((PyObject *)self, arg);
    }
    return PyLong_FromLong(self->number);
}

static PyObject *
Counter_fail(PyObject *self, PyObject *arg)
{
    return fail(self, arg);
}

static PyMethodDef Counter_methods[] = {
    {"get", (PyCFunction)Counter_get, METH_O, NULL},
    {"fail", Counter_fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Counter_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Counter_Type_slots[] = {
    {Py_tp_methods, Counter_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Counter_dealloc},
    {0, NULL},
};

static PyType_Spec Counter_Type_spec = {
    .name = "spam.Counter",
    .basicsize = sizeof(Counter),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Counter_Type_slots,
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
    Py_VISIT(state->Counter_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
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
    state->Counter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Counter_Type_spec, NULL);
    if (state->Counter_Type == NULL) {
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL) {
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
