#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *value;
} BoxObject;

#define Box_Check(state, op) PyObject_TypeCheck((op), (state)->Box_Type)

typedef struct {
    PyTypeObject *Box_Type;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
box_of(spam_state *state, PyObject *value)
{
    BoxObject *self = (BoxObject *)((allocfunc)PyType_GetSlot(
                                        state->Box_Type,
                                        Py_tp_alloc))(state->Box_Type, 0);
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
    PyTypeObject *tp = Py_TYPE((PyObject *)self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->value);
    ((freefunc)PyType_GetSlot(tp, Py_tp_free))(self);
    Py_DECREF((PyObject *)tp);
}

static PyObject *
box_copy(BoxObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = (spam_state *)PyType_GetModuleState(
        Py_TYPE((PyObject *)self));
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
    spam_state *state = (spam_state *)PyType_GetModuleState(Py_TYPE(self));
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
    Py_VISIT(Py_TYPE((PyObject *)self));
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

#ifndef Py_mod_multiple_interpreters /* not in this limited API */
#define Py_mod_multiple_interpreters 3
#endif
#ifndef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
#define Py_MOD_PER_INTERPRETER_GIL_SUPPORTED ((void *)2)
#endif

/* Slots that only newer versions of Python support. */
static void
spam_add_slots(PyModuleDef_Slot *slot)
{
    const char *version = Py_GetVersion(); /* such as 3.13.1 */
    int minor = version[2] - '0';
    if (version[3] >= '0' && version[3] <= '9') {
        minor = 10 * minor + version[3] - '0';
    }
    if (minor >= 12) {
        slot->slot = Py_mod_multiple_interpreters;
        slot->value = Py_MOD_PER_INTERPRETER_GIL_SUPPORTED;
    }
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    {0, NULL},
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
    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Box_Type_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    Py_INCREF((PyObject *)state->Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF((PyObject *)state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    spam_add_slots(&spam_slots[1]);
    return PyModuleDef_Init(&spam_module);
}
