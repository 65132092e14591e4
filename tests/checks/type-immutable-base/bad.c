#include "../module.h"

struct spam_state {
    PyTypeObject *base, *leaf, *other;
};

static PyType_Slot slots[] = {{0, NULL}};

PyType_Spec Base_spec = {  // want: change-mutable
    "spam.Base", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots,
};
PyType_Spec Leaf_spec = {
    "spam.Leaf", 0, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

int
make_types(PyObject *module, struct spam_state *state)
{
    state->base = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Base_spec, NULL);
    if (state->base == NULL) {
        return -1;
    }
    state->leaf = (PyTypeObject *)PyType_FromModuleAndSpec( // want: type-immutable-base
        module, &Leaf_spec, (PyObject *)state->base);
    return state->leaf == NULL ? -1 : 0;
}

PyType_Spec Other_spec = {
    "spam.Other", 0, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

int
make_other(PyObject *module, struct spam_state *state)
{
    PyObject *bases = PyTuple_Pack(2, state->base, (PyObject *)&PyBaseObject_Type);
    if (bases == NULL) {
        return -1;
    }
    state->other = (PyTypeObject *)PyType_FromModuleAndSpec(  // want: type-immutable-base
        module, &Other_spec, bases);
    Py_DECREF(bases);
    return state->other == NULL ? -1 : 0;
}
