#include "../module.h"

extern PyModuleDef spam_module;

static void *
state_of(PyObject *self)
{
    PyObject *module =
        PyType_GetModuleByDef(Py_TYPE(self), &spam_module);  // want: lifetime-state-in-teardown
    return PyModule_GetState(module);
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    long *n_alive = state_of(self);
    --*n_alive;
    type->tp_free(self);
    Py_DECREF(type);
}

static int
Ham_clear(PyObject *self)
{
    long *n_alive = PyModule_GetState(PyType_GetModuleByDef(Py_TYPE(self), &spam_module));  // want: lifetime-state-in-teardown
    --*n_alive;
    return 0;
}

static PyType_Slot spam_slots[] = {{Py_tp_dealloc, Spam_dealloc}, {0, NULL}};
static PyType_Slot ham_slots[] = {{Py_tp_clear, Ham_clear}, {0, NULL}};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, spam_slots,
};
PyType_Spec Ham_spec = {
    "spam.Ham", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, ham_slots,
};
