/* One statement gives several types their base, and a table several functions. */
#include <Python.h>

typedef struct {
    PyTypeObject *Base_Type;
    PyTypeObject *First_Type;
    PyTypeObject *Second_Type;
    PyTypeObject *Plain_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
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
    return type;
}

static void
Base_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Base_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Base_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Base_dealloc},
    {Py_tp_traverse, Base_traverse},
    {0, NULL},
};

static PyType_Spec Base_Type_spec = {
    .name = "spam.Base",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Base_Type_slots,
};

static PyType_Slot First_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec First_Type_spec = {
    .name = "spam.First",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = First_Type_slots,
};

static PyType_Slot Second_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Second_Type_spec = {
    .name = "spam.Second",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Second_Type_slots,
};

static PyObject *
plain_first(PyObject *left, PyObject *right)
{
    return Py_NewRef(left);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Base_Type);
    Py_VISIT(state->First_Type);
    Py_VISIT(state->Second_Type);
    Py_VISIT(state->Plain_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Base_Type);
    Py_CLEAR(state->First_Type);
    Py_CLEAR(state->Second_Type);
    Py_CLEAR(state->Plain_Type);
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

static void
Plain_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Plain_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Plain_Type_slots[] = {
    {Py_nb_add, plain_first},
    {Py_nb_subtract, plain_first},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Plain_dealloc},
    {Py_tp_traverse, Plain_traverse},
    {0, NULL},
};

static PyType_Spec Plain_Type_spec = {
    .name = "spam.Plain",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Plain_Type_slots,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if ((state->Base_Type = spam_new_type(m, &Base_Type_spec, NULL)) == NULL
        || (state->First_Type = spam_new_type(m, &First_Type_spec,
                                              state->Base_Type)) == NULL
        || (state->Second_Type = spam_new_type(m, &Second_Type_spec,
                                               state->Base_Type)) == NULL
        || (state->Plain_Type = spam_new_type(m, &Plain_Type_spec,
                                              NULL)) == NULL)
    {
        return -1;
    }
    if (PyModule_AddObjectRef(m, "Base", (PyObject *)state->Base_Type) < 0
        || PyModule_AddObjectRef(m, "First",
                                 (PyObject *)state->First_Type) < 0
        || PyModule_AddObjectRef(m, "Second",
                                 (PyObject *)state->Second_Type) < 0
        || PyModule_AddObjectRef(m, "Plain",
                                 (PyObject *)state->Plain_Type) < 0)
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
