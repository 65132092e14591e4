/* No tp_dealloc, and members that what CPython gives the type releases, or tp_finalize. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *dict;
    PyObject *value;
    PyObject *key;
} SpamObject;

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->dict = Py_XNewRef(kwargs);
        self->value = Py_NewRef(args);
        self->key = Py_NewRef(args);
    }
    return (PyObject *)self;
}

static PyObject *
Spam_forget(PyObject *op, PyObject *ignored)
{
    SpamObject *self = (SpamObject *)op;
    Py_CLEAR(self->value);
    Py_CLEAR(self->key);
    Py_RETURN_NONE;
}

static void
Spam_finalize(PyObject *op)
{
    Py_CLEAR(((SpamObject *)op)->key);
}

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    SpamObject *self = (SpamObject *)op;
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(self->dict);
    Py_VISIT(self->value);
    Py_VISIT(self->key);
    return 0;
}

static int
Spam_clear(PyObject *op)
{
    Py_CLEAR(((SpamObject *)op)->key);
    return 0;
}

static PyMemberDef members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(SpamObject, dict), READONLY, NULL},
    {"value", T_OBJECT_EX, offsetof(SpamObject, value), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};
static PyMethodDef methods[] = {{"forget", Spam_forget, METH_NOARGS, NULL}, {0}};
static PyType_Slot slots[] = {
    {Py_tp_new, Spam_new},           {Py_tp_members, members},
    {Py_tp_methods, methods},        {Py_tp_traverse, Spam_traverse},
    {Py_tp_clear, Spam_clear},       {Py_tp_finalize, Spam_finalize},
    {0, NULL},
};
PyType_Spec spec = {
    "spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots,
};
