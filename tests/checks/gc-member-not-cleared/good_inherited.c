#include "../module.h"

/* All three are inherited together. */
static PyType_Slot Mapping_slots[] = {
    {0, NULL},
};

static PyType_Spec Mapping_spec = {
    .name = "spam.Mapping",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Mapping_slots,
};

static int
Names_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    return PyList_Type.tp_traverse(op, visit, arg);
}

static int
Names_clear(PyObject *op)
{
    return PyList_Type.tp_clear(op);
}

static PyType_Slot Names_slots[] = {
    {Py_tp_traverse, Names_traverse},
    {Py_tp_clear, Names_clear},
    {0, NULL},
};

static PyType_Spec Names_spec = {
    .name = "spam.Names",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Names_slots,
};

/* A tuple has no tp_clear. */
static int
Row_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    return PyTuple_Type.tp_traverse(op, visit, arg);
}

static PyType_Slot Row_slots[] = {
    {Py_tp_traverse, Row_traverse},
    {0, NULL},
};

static PyType_Spec Row_spec = {
    .name = "spam.Row",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Row_slots,
};

static int
add_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, (PyObject *)base);
    int result = type != NULL ? PyModule_AddType(module, (PyTypeObject *)type) : -1;
    Py_XDECREF(type);
    return result;
}

int
spam_exec(PyObject *module)
{
    if (add_type(module, &Mapping_spec, &PyDict_Type) < 0
        || add_type(module, &Names_spec, &PyList_Type) < 0)
    {
        return -1;
    }
    return add_type(module, &Row_spec, &PyTuple_Type);
}
