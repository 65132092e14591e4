/* The critical section locks self, the write is to the other instance. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    long number;
} Bag;

static PyObject *
Bag_take(PyObject *op, PyObject *args)
{
    Bag *self = (Bag *)op, *other;
    if (!PyArg_ParseTuple(args, "O!", Py_TYPE(op), &other)) {
        return NULL;
    }
    Py_BEGIN_CRITICAL_SECTION(self);
    other->number = 0;  // want: thread-different-locks
    Py_END_CRITICAL_SECTION();
    Py_RETURN_NONE;
}

static PyObject *
Bag_add(PyObject *op, PyObject *arg)
{
    Bag *self = (Bag *)op;
    long number = PyLong_AsLong(arg);
    Py_BEGIN_CRITICAL_SECTION(self);
    self->number += number;
    Py_END_CRITICAL_SECTION();
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
    {"take", Bag_take, METH_VARARGS, NULL},
    {"add", Bag_add, METH_O, NULL},
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
