/* Types that initialisation uses before PyType_Ready: a static type was there. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Thing;

typedef struct {
    PyTypeObject *Base_Type;
    PyTypeObject *Local_Type;
    PyTypeObject *Table_Type;
    PyTypeObject *Helper_Type;
    PyTypeObject *Argument_Type;
    PyTypeObject *Late_Type;
    PyTypeObject *Error_Type;
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
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Base_Type_slots,
};

static PyType_Slot Local_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Local_Type_spec = {
    .name = "spam.Local",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Local_Type_slots,
};

static void
Table_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Table_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Table_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Table_dealloc},
    {Py_tp_traverse, Table_traverse},
    {0, NULL},
};

static PyType_Spec Table_Type_spec = {
    .name = "spam.Table",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Table_Type_slots,
};

static void
Helper_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Helper_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Helper_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Helper_dealloc},
    {Py_tp_traverse, Helper_traverse},
    {0, NULL},
};

static PyType_Spec Helper_Type_spec = {
    .name = "spam.Helper",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Helper_Type_slots,
};

static void
Argument_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Argument_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Argument_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Argument_dealloc},
    {Py_tp_traverse, Argument_traverse},
    {0, NULL},
};

static PyType_Spec Argument_Type_spec = {
    .name = "spam.Argument",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Argument_Type_slots,
};

static PyType_Slot Late_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Late_Type_spec = {
    .name = "spam.Late",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Late_Type_slots,
};

static int
Error_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_ValueError)->tp_traverse(self, visit, arg);
}

static int
Error_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_ValueError)->tp_clear(self);
}

static PyType_Slot Error_Type_slots[] = {
    {Py_tp_traverse, Error_traverse},
    {Py_tp_clear, Error_clear},
    {0, NULL},
};

static PyType_Spec Error_Type_spec = {
    .name = "spam.Error",
    .basicsize = sizeof(PyBaseExceptionObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Error_Type_slots,
};

#define READY(type, name) \
    do { \
        if (PyType_Ready(&type) < 0 || add(m, name, &type) < 0) { \
            return -1; \
        } \
    } while (0)

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Base_Type);
    Py_VISIT(state->Local_Type);
    Py_VISIT(state->Table_Type);
    Py_VISIT(state->Helper_Type);
    Py_VISIT(state->Argument_Type);
    Py_VISIT(state->Late_Type);
    Py_VISIT(state->Error_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Base_Type);
    Py_CLEAR(state->Local_Type);
    Py_CLEAR(state->Table_Type);
    Py_CLEAR(state->Helper_Type);
    Py_CLEAR(state->Argument_Type);
    Py_CLEAR(state->Late_Type);
    Py_CLEAR(state->Error_Type);
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
add_helper(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    return PyObject_SetAttrString(m, "Helper", (PyObject *)state->Helper_Type);
}

static int
add(PyObject *m, const char *name, PyTypeObject *type)
{
    return PyObject_SetAttrString(m, name, (PyObject *)type);
}

static int
ready_types(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    if (PyType_Ready(state->Helper_Type) < 0) {
        return -1;
    }
    return PyType_Ready(state->Argument_Type);
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Base_Type = spam_new_type(m, &Base_Type_spec, NULL);
    if (state->Base_Type == NULL) {
        return -1;
    }
    state->Local_Type = spam_new_type(m, &Local_Type_spec, state->Base_Type);
    if (state->Local_Type == NULL) {
        return -1;
    }
    state->Table_Type = spam_new_type(m, &Table_Type_spec, NULL);
    if (state->Table_Type == NULL) {
        return -1;
    }
    state->Helper_Type = spam_new_type(m, &Helper_Type_spec, NULL);
    if (state->Helper_Type == NULL) {
        return -1;
    }
    state->Argument_Type = spam_new_type(m, &Argument_Type_spec, NULL);
    if (state->Argument_Type == NULL) {
        return -1;
    }
    state->Error_Type = spam_new_type(m, &Error_Type_spec,
                                      (PyTypeObject *)PyExc_ValueError);
    if (state->Error_Type == NULL) {
        return -1;
    }
    PyObject *local = (PyObject *)state->Local_Type;
    PyTypeObject *table[] = {state->Table_Type, state->Local_Type};
    size_t size = sizeof(PyTypeObject);
    if (PyType_Ready(state->Base_Type) < 0) {
        return -1;
    }
    if (PyType_Ready(state->Local_Type) < 0
        || PyType_Ready(state->Table_Type) < 0) {
        return -1;
    }
    if (PyObject_SetAttrString(m, "Local", local) < 0
        || PyObject_SetAttrString(m, "Table", (PyObject *)table[0]) < 0)
    {
        return -1;
    }
    if (add_helper(m) < 0 || add(m, "Argument", state->Argument_Type) < 0
        || ready_types(m) < 0)
    {
        return -1;
    }
    if ((state->Late_Type = spam_new_type(m, &Late_Type_spec,
                                          state->Base_Type)) == NULL
        || add(m, "Late", state->Late_Type) < 0) {
        return -1;
    }
    READY((*state->Error_Type), "Error");
    if (PyModule_AddIntConstant(m, "size", (long)size) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
