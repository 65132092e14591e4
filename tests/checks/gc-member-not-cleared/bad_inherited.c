#include "../module.h"

static int
Mapping_traverse(PyObject *op, visitproc visit, void *arg)  // want: gc-member-not-cleared
{
    Py_VISIT(Py_TYPE(op));
    return PyDict_Type.tp_traverse(op, visit, arg);
}

static PyType_Slot Mapping_slots[] = {
    {Py_tp_traverse, Mapping_traverse},
    {0, NULL},
};

static PyType_Spec Mapping_spec = {
    .name = "spam.Mapping",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Mapping_slots,
};

static int
Error_traverse(PyObject *op, visitproc visit, void *arg)  // want: gc-member-not-cleared
{
    Py_VISIT(Py_TYPE(op));
    return ((PyTypeObject *)PyExc_ValueError)->tp_traverse(op, visit, arg);
}

static PyType_Slot Error_slots[] = {
    {Py_tp_traverse, Error_traverse},
    {0, NULL},
};

static PyType_Spec Error_spec = {
    .name = "spam.Error",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Error_slots,
};

static int
add_type(PyObject *module, PyObject *type)
{
    int result = type != NULL ? PyModule_AddType(module, (PyTypeObject *)type) : -1;
    Py_XDECREF(type);
    return result;
}

int
spam_exec(PyObject *module)
{
    PyObject *bases = PyTuple_Pack(1, (PyObject *)&PyDict_Type);
    if (bases == NULL) {
        return -1;
    }
    PyObject *type = PyType_FromModuleAndSpec(module, &Mapping_spec, bases);
    Py_DECREF(bases);
    if (add_type(module, type) < 0) {
        return -1;
    }
    return add_type(module,
                    PyType_FromModuleAndSpec(module, &Error_spec, PyExc_ValueError));
}
