#include "../module.h"

namespace {

PyObject *
of_class(PyObject *self, PyTypeObject *defining, PyObject *const *args, Py_ssize_t n,
         PyObject *names)
{
    return Py_NewRef(self);
}

PyObject *
three(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return Py_NewRef(self);
}

template <int N>
PyObject *
number(PyObject *, PyObject *)
{
    return PyLong_FromLong(N);
}

PyMethodDef methods[] = {
    {"a", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(of_class)),  // want: access-method-flags
     METH_METHOD | METH_VARARGS, nullptr},
    {"b", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(three)),  // want: access-method-signature
     METH_VARARGS, nullptr},
    {"c", number<3>, METH_NOARGS, nullptr},
    {"d", [](PyObject *self, PyObject *) { return Py_NewRef(self); }, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {{Py_tp_methods, methods}, {0, nullptr}};
}

PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
