/* The type is asked for, or the member of the struct, or it is the own object's. */
#include "../module.h"

struct spam_state {
    PyTypeObject *type;
    long limit;
};

struct Place {
    PyObject *object;
    spam_state *state;
};

static PyObject *
Spam_first(PyObject *self, PyObject *args)
{
    PyObject *other = PyTuple_GET_ITEM(args, 0);
    if (!PyObject_TypeCheck(other, Py_TYPE(self))) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    auto *state = static_cast<spam_state *>(PyType_GetModuleState(Py_TYPE(other)));
    return PyLong_FromLong(state->limit);
}

static PyObject *
Spam_typed(PyObject *self, PyObject *args)
{
    PyObject *other;
    if (!PyArg_ParseTuple(args, "O!", Py_TYPE(self), &other)) {
        return nullptr;
    }
    Place place = {other,
                   static_cast<spam_state *>(PyType_GetModuleState(Py_TYPE(other)))};
    return PyLong_FromLong(place.state->limit);
}

static PyObject *
Spam_asked(PyObject *self, PyObject *other)
{
    Place place;
    place.state = static_cast<spam_state *>(PyType_GetModuleState(Py_TYPE(other)));
    place.object = other;
    if (place.state == nullptr) {
        return nullptr;
    }
    return PyLong_FromLong(place.state->limit);
}

static PyMethodDef methods[] = {
    {"first", Spam_first, METH_VARARGS, nullptr},
    {"typed", Spam_typed, METH_VARARGS, nullptr},
    {"asked", Spam_asked, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
static PyType_Slot type_slots[] = {{Py_tp_methods, methods}, {0, nullptr}};
PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    type_slots,
};
