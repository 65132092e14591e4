/* Types and an object that macros of the file declare are written out, and move. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} Thing;

typedef struct {
    PyObject *text_alpha;
    PyObject *text_beta;
    PyTypeObject *Red_Type;
    PyTypeObject *Blue_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *bases = NULL;
    if (base != NULL) {
        bases = PyTuple_Pack(1, (PyObject *)base);
        if (bases == NULL) {
            return NULL;
        }
    }
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

/* Protocols 0 and 1 treat a heap type like a Python class and lose its state. */
static PyObject *
spam_reduce_ex(PyObject *self, PyObject *protocol)
{
    long number = PyLong_AsLong(protocol);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number < 2) {
        PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(self),
                                                "__name__");
        if (name != NULL) {
            PyErr_Format(PyExc_TypeError, "cannot pickle %R object", name);
            Py_DECREF(name);
        }
        return NULL;
    }
    return PyObject_CallMethod((PyObject *)&PyBaseObject_Type, "__reduce_ex__",
                               "OO", self, protocol);
}

static void
Red_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Red_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyMethodDef spam_reducing[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Red_Type_slots[] = {
    {Py_tp_dealloc, Red_dealloc},
    {Py_tp_traverse, Red_traverse},
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Red_Type_spec = {
    .name = "spam.Red",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Red_Type_slots,
};
static PyType_Slot Blue_Type_slots[] = {
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Blue_Type_spec = {
    .name = "spam.Blue",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Blue_Type_slots,
};

static PyObject *
texts(PyObject *module, PyObject *ignored)
{
    spam_state *state = get_spam_state(module);
    return PyTuple_Pack(2, state->text_alpha, state->text_beta);
}

static PyMethodDef spam_methods[] = {
    {"texts", texts, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->text_alpha);
    Py_VISIT(state->text_beta);
    Py_VISIT(state->Red_Type);
    Py_VISIT(state->Blue_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->text_alpha);
    Py_CLEAR(state->text_beta);
    Py_CLEAR(state->Red_Type);
    Py_CLEAR(state->Blue_Type);
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
    state->text_alpha = PyUnicode_FromString("alpha");
    state->text_beta = PyUnicode_FromString("beta");
    if (state->text_alpha == NULL || state->text_beta == NULL
        || (state->Red_Type = spam_new_type(module, &Red_Type_spec,
                                            NULL)) == NULL
        || (state->Blue_Type = spam_new_type(module, &Blue_Type_spec,
                                             state->Red_Type)) == NULL
        || PyModule_AddObjectRef(module, "Red",
                                 (PyObject *)state->Red_Type) < 0
        || PyModule_AddObjectRef(module, "Blue",
                                 (PyObject *)state->Blue_Type) < 0)
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
