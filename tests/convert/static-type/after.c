#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *value;
} BoxObject;

#define Box_Check(state, op) PyObject_TypeCheck((op), (state)->Box_Type)

typedef struct {
    PyTypeObject *Box_Type;
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

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
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
box_of(spam_state *state, PyObject *value)
{
    BoxObject *self = (BoxObject *)state->Box_Type->tp_alloc(state->Box_Type,
                                                             0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    self->value = value;
    return (PyObject *)self;
}

static void
box_dealloc(BoxObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->value);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
box_copy(BoxObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    return box_of(state, self->value);
}

static PyObject *
box_value(BoxObject *self, void *closure)
{
    (void)closure;
    Py_INCREF(self->value);
    return self->value;
}

static PyObject *
box_compare(PyObject *self, PyObject *other, int op)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    if (!Box_Check(state, other)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyObject_RichCompare(((BoxObject *)self)->value,
                                ((BoxObject *)other)->value, op);
}

static PyMethodDef box_methods[] = {
    {"copy", (PyCFunction)box_copy, METH_NOARGS, "Another box of the same."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef box_getset[] = {
    {"value", (getter)box_value, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static int
Box_traverse(BoxObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}

static PyType_Slot Box_Type_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_doc, (void *)"Holds one value."},
    {Py_tp_richcompare, box_compare},
    {Py_tp_methods, box_methods},
    {Py_tp_getset, box_getset},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_Type_spec = {
    .name = "spam.Box",
    .basicsize = sizeof(BoxObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Box_Type_slots,
};

static PyObject *
spam_box(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    return box_of(state, arg);
}

static PyMethodDef methods[] = {
    {"box", spam_box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Box_Type);
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
    state->Box_Type = spam_new_type(m, &Box_Type_spec);
    if (state->Box_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
