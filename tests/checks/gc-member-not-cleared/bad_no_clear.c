/* Types without a tp_clear whose instances can refer to each other. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *value;  // want: gc-member-not-cleared, gc-member-not-cleared, gc-member-not-cleared
} SpamObject;

static int
Setter_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((SpamObject *)op)->value);
    return 0;
}

static int
Setter_set(PyObject *op, PyObject *value, void *closure)
{
    SpamObject *self = (SpamObject *)op;
    Py_XSETREF(self->value, Py_XNewRef(value));
    return 0;
}

static PyGetSetDef Setter_accessors[] = {
    {"value", NULL, Setter_set, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static void
Setter_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_XDECREF(((SpamObject *)op)->value);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Setter_slots[] = {
    {Py_tp_traverse, Setter_traverse},
    {Py_tp_dealloc, Setter_dealloc},
    {Py_tp_getset, Setter_accessors},
    {0, NULL},
};

PyType_Spec Setter_spec = {
    "spam.Setter", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Setter_slots,
};

static int
Method_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((SpamObject *)op)->value);
    return 0;
}

static PyObject *
Method_put_impl(SpamObject *self, PyObject *value)
{
    PyObject *old = self->value;
    Py_INCREF(value);
    self->value = value;
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
Method_put(PyObject *op, PyObject *args)
{
    PyObject *value;
    if (!PyArg_ParseTuple(args, "O:put", &value)) {
        return NULL;
    }
    return Method_put_impl((SpamObject *)op, value);
}

static PyMethodDef Method_methods[] = {
    {"put", Method_put, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Method_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_XDECREF(((SpamObject *)op)->value);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Method_slots[] = {
    {Py_tp_traverse, Method_traverse},
    {Py_tp_dealloc, Method_dealloc},
    {Py_tp_methods, Method_methods},
    {0, NULL},
};

PyType_Spec Method_spec = {
    "spam.Method", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Method_slots,
};

static int
Table_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((SpamObject *)op)->value);
    return 0;
}

static PyMemberDef Table_members[] = {
    {"value", T_OBJECT_EX, offsetof(SpamObject, value), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static void
Table_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_XDECREF(((SpamObject *)op)->value);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Table_slots[] = {
    {Py_tp_traverse, Table_traverse},
    {Py_tp_dealloc, Table_dealloc},
    {Py_tp_members, Table_members},
    {0, NULL},
};

PyType_Spec Table_spec = {
    "spam.Table", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Table_slots,
};
