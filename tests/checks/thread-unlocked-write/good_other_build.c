/* A helper is called without a lock only in a build with the GIL. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    long index;
} Bag;

static PyObject *
step(Bag *self)
{
    return PyLong_FromLong(self->index++);
}

static PyObject *
Bag_next(PyObject *op)
{
    Bag *self = (Bag *)op;
#ifndef Py_GIL_DISABLED
    return step(self);
#else
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(self);
    result = step(self);
    Py_END_CRITICAL_SECTION();
    return result;
#endif
}

static void
Bag_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Bag_slots[] = {
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, Bag_next},
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
