/* A method gives the dictionary to Python code. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *names; /* a dictionary */
} Bag;

static PyObject *
Bag_find(PyObject *op, PyObject *key)
{
    Bag *self = (Bag *)op;
    PyObject *names = self->names;
    assert(names != NULL);
    PyObject *name = PyDict_GetItemWithError(names, key);  // want: thread-borrowed-reference
    if (name == NULL) {
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    }
    return Py_NewRef(name);
}

static PyObject *
Bag_call(PyObject *op, PyObject *function)
{
    return PyObject_CallOneArg(function, ((Bag *)op)->names);
}

static PyMethodDef Bag_methods[] = {
    {"find", Bag_find, METH_O, NULL},
    {"call", Bag_call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *
Bag_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    Bag *self = (Bag *)type->tp_alloc(type, 0);
    if (self != NULL && (self->names = PyDict_New()) == NULL) {
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

static void
Bag_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    Py_XDECREF(((Bag *)op)->names);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Bag_slots[] = {
    {Py_tp_new, Bag_new},
    {Py_tp_methods, Bag_methods},
    {Py_tp_dealloc, Bag_dealloc},
    {0, NULL},
};

static PyType_Spec Bag_spec = {  // want: gc-flag-missing
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
