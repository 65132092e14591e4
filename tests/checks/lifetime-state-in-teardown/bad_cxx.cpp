#include "../module.h"

namespace spam {

struct State {
    long n_alive;
};

extern PyModuleDef definition;

static State *
state_of(PyTypeObject *type)
{
    return static_cast<State *>(
        PyModule_GetState(PyType_GetModuleByDef(type, &definition)));  // want: lifetime-state-in-teardown
}

static void
dealloc(PyObject *op)
{
    auto *type = Py_TYPE(op);
    state_of(type)->n_alive--;
    type->tp_free(op);
    Py_DECREF(type);
}

/* The object's own type may be a subclass from elsewhere. */
static PyObject *
length(PyObject *self, PyObject *)
{
    auto *state = static_cast<State *>(PyType_GetModuleState(Py_TYPE(self)));  // want: access-subclass-type
    return PyLong_FromLong(state->n_alive);
}

static PyObject *
add(PyObject *left, PyObject *right)
{
    PyObject *module = PyType_GetModuleByDef(Py_TYPE(left), &definition);  // want: access-operand
    return module != nullptr ? Py_NewRef(right) : nullptr;
}

static PyMethodDef methods[] = {
    {"length", length, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(dealloc)},
    {Py_tp_methods, methods},
    {Py_nb_add, reinterpret_cast<void *>(add)},
    {0, nullptr},
};
PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_BASETYPE, slots,
};

PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(State),
};

}  // namespace spam
