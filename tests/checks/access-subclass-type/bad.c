#include "../module.h"

static PyObject *
Spam_repr(PyObject *self)
{
    return PyType_GetModuleState(Py_TYPE(self))  // want: access-subclass-type
               ? PyUnicode_FromString("spam")
               : NULL;
}

static PyObject *
Spam_method(PyObject *self, PyObject *ignored)
{
    PyTypeObject *type = Py_TYPE(self);
    return Py_XNewRef(PyType_GetModule(type));  // want: access-subclass-type
}

/* What it is given depends on its callers. */
static PyObject *
module_of(PyTypeObject *type)
{
    return Py_XNewRef(PyType_GetModule(type));  // want: access-subclass-type
}

static PyObject *
find_module(PyTypeObject *type)
{
    return module_of(type);
}

static PyObject *
Spam_str(PyObject *self)
{
    return find_module(Py_TYPE(self));
}

static PyMethodDef methods[] = {
    {"method", Spam_method, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_repr, Spam_repr},
    {Py_tp_str, Spam_str},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots,
};

static PyObject *
Ham_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return Py_XNewRef(PyType_GetModule(type));  // want: access-subclass-type
}

static PyType_Slot ham_slots[] = {{Py_tp_new, Ham_new}, {0, NULL}};

PyType_Spec Ham_spec = {
    "spam.Ham", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, ham_slots,
};

/* The type of a class is its metaclass. */
PyObject *
module_of_class(PyTypeObject *cls)
{
    return Py_XNewRef(PyType_GetModule(Py_TYPE(cls)));  // want: access-subclass-type
}
