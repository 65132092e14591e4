/* Each access is atomic, the update is not. */
#include "../module.h"

#include <stdatomic.h>

typedef struct {
    PyObject_HEAD
    atomic_long n_left;
} Bag;

static PyObject *
Bag_take(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    Bag *self = (Bag *)op;
    if (atomic_load(&self->n_left) > 0) {
        atomic_store(&self->n_left, atomic_load(&self->n_left) - 1);  // want: thread-unlocked-write
    }
    Py_RETURN_NONE;
}

static void
Bag_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyMethodDef Bag_methods[] = {
    {"take", Bag_take, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Bag_slots[] = {
    {Py_tp_methods, Bag_methods},
    {Py_tp_dealloc, Bag_dealloc},
    {0, NULL},
};

static PyType_Spec Bag_spec = {  // want-note: change-pickle
    .name = "spam.Bag",
    .basicsize = sizeof(Bag),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Bag_slots,
};

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Bag_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0,
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
