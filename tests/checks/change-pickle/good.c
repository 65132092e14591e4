/* Says how it is pickled; is made by its own tp_new, which pickle asks; holds nothing. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    int number;
} SpamObject;

static PyObject *
Spam_repr(SpamObject *self)
{
    return PyUnicode_FromFormat("<Spam %d>", self->number);
}

static PyObject *
Spam_reduce(PyObject *self, PyObject *ignored)
{
    return PyErr_Format(PyExc_TypeError, "cannot pickle %s", Py_TYPE(self)->tp_name);
}

static PyObject *
Made_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return type->tp_alloc(type, 0);
}

static PyMethodDef methods[] = {
    {"__reduce__", Spam_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *
Empty_repr(PyObject *self)
{
    return PyUnicode_FromString("<Empty>");
}

static PyType_Slot slots[] = {
    {Py_tp_repr, Spam_repr}, {Py_tp_methods, methods}, {0, NULL}};
static PyType_Slot made_slots[] = {
    {Py_tp_repr, Spam_repr}, {Py_tp_new, Made_new}, {0, NULL}};
static PyType_Slot empty_slots[] = {{Py_tp_repr, Empty_repr}, {0, NULL}};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(SpamObject), 0, FLAGS | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots,
};
PyType_Spec Made_spec = {"spam.Made", sizeof(SpamObject), 0, FLAGS, made_slots};
PyType_Spec Empty_spec = {"spam.Empty", sizeof(PyObject), 0, FLAGS, empty_slots};
