#include <Python.h>

typedef struct {
    PyObject_HEAD
    long n_calls;
} TracerObject;

typedef struct {
    PyObject *TracerError;
    PyTypeObject *Tracer_Type;
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

/* Bound to the tracer that it is called for. */
static PyObject *
on_call(PyObject *self, PyObject *event)
{
    TracerObject *tracer = (TracerObject *)self;
    if (event == Py_None) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->TracerError, "no event");
        return NULL;
    }
    return PyLong_FromLong(++tracer->n_calls);
}

static PyMethodDef callback = {"on_call", on_call, METH_O, "Counts."};

static PyObject *
tracer_hook(TracerObject *self, PyObject *Py_UNUSED(unused))
{
    return PyCFunction_New(&callback, (PyObject *)self);
}

static PyMethodDef tracer_methods[] = {
    {"hook", (PyCFunction)tracer_hook, METH_NOARGS, "What counts calls."},
    {NULL, NULL, 0, NULL},
};

static void
Tracer_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Tracer_Type_slots[] = {
    {Py_tp_methods, tracer_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Tracer_dealloc},
    {0, NULL},
};

static PyType_Spec Tracer_Type_spec = {
    .name = "spam.Tracer",
    .basicsize = sizeof(TracerObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Tracer_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->TracerError);
    Py_VISIT(state->Tracer_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->TracerError);
    Py_CLEAR(state->Tracer_Type);
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
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Tracer_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Tracer_Type_spec, NULL);
    if (state->Tracer_Type == NULL) {
        return -1;
    }
    state->TracerError = PyErr_NewException("spam.TracerError", NULL, NULL);
    if (state->TracerError == NULL) {
        return -1;
    }
    Py_INCREF(state->Tracer_Type);
    if (PyModule_AddObject(m, "Tracer", (PyObject *)state->Tracer_Type) < 0) {
        Py_DECREF(state->Tracer_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
