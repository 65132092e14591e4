#include "../module.h"

typedef struct {
    long limit;
} spam_state;

extern struct PyModuleDef definition;

static spam_state *
state_of(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);  // want: access-lookup-unchecked
    assert(module != NULL);
    return PyModule_GetState(module);
}

static PyObject *
Spam_limit_of(PyObject *self, PyObject *other)
{
    return PyLong_FromLong(state_of(Py_TYPE(other))->limit);
}

static PyObject *
Spam_take(PyObject *self, PyObject *other)
{
    PyTypeObject *type = Py_TYPE(other);
    spam_state *state = PyType_GetModuleState(type);  // want: access-lookup-unchecked
    return PyLong_FromLong(state->limit);
}

static PyMethodDef methods[] = {
    {"limit_of", Spam_limit_of, METH_O, NULL},
    {"take", Spam_take, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot type_slots[] = {{Py_tp_methods, methods}, {0, NULL}};
PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    type_slots,
};

static PyObject *
spam_create(PyObject *spec_object, PyModuleDef *def)
{
    PyObject *module = PyModule_NewObject(Py_None);
    if (module != NULL) {
        spam_state *state = PyModule_GetState(module);  // want: access-lookup-unchecked
        state->limit = 10;
    }
    return module;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_create, spam_create},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
};
