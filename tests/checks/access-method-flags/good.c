#include "../module.h"

static PyObject *
name(PyObject *self, PyTypeObject *defining_class, PyObject *const *args,
     Py_ssize_t n_args, PyObject *names)
{
    Py_RETURN_NONE;
}

static PyObject *
plain(PyObject *self, PyObject *unused)
{
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"name", (PyCFunction)(void (*)(void))name, METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
     NULL},
    {"plain", plain, METH_NOARGS | METH_COEXIST, NULL},
    {"made", plain, METH_O | METH_CLASS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot type_slots[] = {{Py_tp_methods, methods}, {0, NULL}};
PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    type_slots,
};
