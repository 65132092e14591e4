#include <Python.h>

/* Nodes are no objects; the objects in them are reached through them only. */
struct node {
    PyObject *value;
    struct node *next;
};

typedef struct {
    PyObject_HEAD
    PyObject *name;
    struct node *first;
} StackObject;

static void
stack_dealloc(StackObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    while (self->first != NULL) {
        struct node *node = self->first;
        self->first = node->next;
        Py_DECREF(node->value);
        PyMem_Free(node);
    }
    Py_XDECREF(self->name);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
stack_push(StackObject *self, PyObject *value)
{
    struct node *node = PyMem_Malloc(sizeof(struct node));
    if (node == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(value);
    node->value = value;
    node->next = self->first;
    self->first = node;
    Py_RETURN_NONE;
}

static PyObject *
stack_top(StackObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("OO", self->name, self->first != NULL ? self->first->value
                                                               : Py_None);
}

static PyMethodDef stack_methods[] = {
    {"push", (PyCFunction)stack_push, METH_O, NULL},
    {"top", (PyCFunction)stack_top, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

typedef struct {
    PyTypeObject *StackType;
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

static int
Stack_traverse(StackObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

static PyType_Slot StackType_slots[] = {
    {Py_tp_dealloc, stack_dealloc},
    {Py_tp_methods, stack_methods},
    {Py_tp_traverse, Stack_traverse},
    {0, NULL},
};

static PyType_Spec StackType_spec = {
    .name = "spam.Stack",
    .basicsize = sizeof(StackObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = StackType_slots,
};

static PyObject *
new_stack(PyObject *module, PyObject *name)
{
    spam_state *state = get_spam_state(module);
    StackObject *self = (StackObject *)state->StackType->tp_alloc(
        state->StackType, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(name);
    self->name = name;
    self->first = NULL;
    return (PyObject *)self;
}

static PyMethodDef spam_methods[] = {
    {"new_stack", new_stack, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->StackType);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->StackType);
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
    state->StackType = spam_new_type(module, &StackType_spec);
    if (state->StackType == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
