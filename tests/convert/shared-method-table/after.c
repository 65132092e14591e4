#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Spam;

typedef struct {
    /* The functions of one table are methods of the type, and functions of the module: they get
     * one or the other first. */
    PyObject *SpamError;
    PyTypeObject *SpamType;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static struct PyModuleDef spammodule;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spammodule);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spammodule) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

static PyObject *
spam_add(Spam *self, PyObject *args)
{
    int n;
    if (!PyArg_ParseTuple(args, "i", &n)) {
        return NULL;
    }
    if (n < 0) {
        spam_state *state = PyModule_Check(self) ? get_spam_state(
            (PyObject *)self) : get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->SpamError, "negative");
        return NULL;
    }
    return PyLong_FromLong(n);
}

static PyMethodDef spam_methods[] = {
    {"add", (PyCFunction)spam_add, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot SpamType_slots[] = {
    {Py_tp_methods, spam_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec SpamType_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = SpamType_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->SpamType);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->SpamType);
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

static struct PyModuleDef spammodule =
    {PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state),
                                         spam_methods,
                                         .m_slots = spam_slots,
                                         .m_traverse = spam_traverse,
                                         .m_clear = spam_clear,
                                         .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (state->SpamError == NULL
        || PyModule_AddObjectRef(m, "SpamError", state->SpamError) < 0
        || (state->SpamType = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &SpamType_spec, NULL)) == NULL
        || PyModule_AddObjectRef(m, "Spam", (PyObject *)state->SpamType) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
