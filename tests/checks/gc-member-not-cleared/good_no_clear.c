/* Types without a tp_clear: each cycle leads through something that is cleared. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *value;
} SpamObject;

static int
Made_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((SpamObject *)op)->value);
    return 0;
}

/* Only when it is made. */
static int
Made_init(PyObject *op, PyObject *args, PyObject *keywords)
{
    PyObject *value;
    if (!PyArg_ParseTuple(args, "O", &value)) {
        return -1;
    }
    Py_XSETREF(((SpamObject *)op)->value, Py_NewRef(value));
    return 0;
}

static void
Made_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_XDECREF(((SpamObject *)op)->value);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Made_slots[] = {
    {Py_tp_traverse, Made_traverse},
    {Py_tp_dealloc, Made_dealloc},
    {Py_tp_init, Made_init},
    {0, NULL},
};

PyType_Spec Made_spec = {
    "spam.Made", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Made_slots,
};

static int
Own_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((SpamObject *)op)->value);
    return 0;
}

/* A list is cleared by itself. */
static PyObject *
Own_reset(PyObject *op, PyObject *unused)
{
    SpamObject *self = (SpamObject *)op;
    Py_XSETREF(self->value, PyList_New(0));
    return Py_XNewRef(self->value);
}

static PyMethodDef Own_methods[] = {
    {"reset", Own_reset, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Own_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_XDECREF(((SpamObject *)op)->value);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Own_slots[] = {
    {Py_tp_traverse, Own_traverse},
    {Py_tp_dealloc, Own_dealloc},
    {Py_tp_methods, Own_methods},
    {0, NULL},
};

PyType_Spec Own_spec = {
    "spam.Own", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Own_slots,
};

static int
Text_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((SpamObject *)op)->value);
    return 0;
}

/* A string leads nowhere. */
static int
Text_set(PyObject *op, PyObject *value, void *closure)
{
    if (value == NULL || !PyUnicode_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "expected a str");
        return -1;
    }
    Py_XSETREF(((SpamObject *)op)->value, Py_NewRef(value));
    return 0;
}

static PyGetSetDef Text_accessors[] = {
    {"value", NULL, Text_set, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static void
Text_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_XDECREF(((SpamObject *)op)->value);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Text_slots[] = {
    {Py_tp_traverse, Text_traverse},
    {Py_tp_dealloc, Text_dealloc},
    {Py_tp_getset, Text_accessors},
    {0, NULL},
};

PyType_Spec Text_spec = {
    "spam.Text", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Text_slots,
};

static int
Fixed_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((SpamObject *)op)->value);
    return 0;
}

static PyMemberDef Fixed_members[] = {
    {"value", T_OBJECT_EX, offsetof(SpamObject, value), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

/* Another instance, as it is made; and what a pickle gives back. */
static PyObject *
Fixed_copy(PyObject *op, PyObject *value)
{
    PyTypeObject *type = Py_TYPE(op);
    SpamObject *copy = (SpamObject *)type->tp_alloc(type, 0);
    if (copy == NULL) {
        return NULL;
    }
    copy->value = Py_NewRef(value);
    return (PyObject *)copy;
}

static PyObject *
Fixed_setstate(PyObject *op, PyObject *value)
{
    Py_XSETREF(((SpamObject *)op)->value, Py_NewRef(value));
    Py_RETURN_NONE;
}

static PyMethodDef Fixed_methods[] = {
    {"copy", Fixed_copy, METH_O, NULL},
    {"__setstate__", Fixed_setstate, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Fixed_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_XDECREF(((SpamObject *)op)->value);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Fixed_slots[] = {
    {Py_tp_traverse, Fixed_traverse},
    {Py_tp_dealloc, Fixed_dealloc},
    {Py_tp_members, Fixed_members},
    {Py_tp_methods, Fixed_methods},
    {0, NULL},
};

PyType_Spec Fixed_spec = {
    "spam.Fixed", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Fixed_slots,
};
