/* Instances of a type that only another object, or a member, knows. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyTypeObject *child_type;
    long n;
} SpamObject;

static PyObject *
spam_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->child_type = &PyLong_Type;
        self->n = 1;
    }
    return (PyObject *)self;
}

static PyObject *
spam_copy(SpamObject *self, PyObject *unused)
{
    SpamObject *copy = (SpamObject *)Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0);
    if (copy != NULL) {
        copy->child_type = Py_TYPE(self);
        copy->n = self->n + 1;
    }
    return (PyObject *)copy;
}

static PyObject *
spam_child(SpamObject *self, PyObject *unused)
{
    if (self->child_type == &PyLong_Type) {
        return PyLong_FromLong(self->n);
    }
    SpamObject *child = (SpamObject *)self->child_type->tp_alloc(
        self->child_type, 0);
    if (child != NULL) {
        child->child_type = &PyLong_Type;
        child->n = self->n + 10;
    }
    return (PyObject *)child;
}

static PyObject *
spam_make(PyObject *type, PyObject *unused)
{
    SpamObject *made = (SpamObject *)((PyTypeObject *)type)->tp_alloc(
        (PyTypeObject *)type, 0);
    if (made != NULL) {
        made->child_type = (PyTypeObject *)type;
        made->n = 0;
    }
    return (PyObject *)made;
}

static PyMethodDef spam_object_methods[] = {
    {"copy", (PyCFunction)spam_copy, METH_NOARGS, NULL},
    {"child", (PyCFunction)spam_child, METH_NOARGS, NULL},
    {"make", spam_make, METH_NOARGS | METH_CLASS, NULL},
    {NULL, NULL, 0, NULL},
};

typedef struct {
    PyTypeObject *Spam_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

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
    {Py_tp_methods, spam_object_methods},
    {Py_tp_new, spam_new},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(SpamObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
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
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Spam_Type_spec, NULL);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(m, state->Spam_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
