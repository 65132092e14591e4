#include "../module.h"

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return type->tp_alloc(type, 0);
}

static PyType_Slot slots[] = {{Py_tp_new, Spam_new}, {0, NULL}};

static PyType_Spec Spam_spec = {  // want: gc-no-traverse
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

static PyType_Spec Ham_spec = {  // want: gc-no-traverse
    .name = "spam.Ham", .basicsize = sizeof(PyObject), .slots = slots,
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
};

static PyObject *
make_type(PyObject *module, PyType_Spec *spec, PyObject *bases)
{
    return PyType_FromModuleAndSpec(module, spec, bases);
}

int
add_types(PyObject *module)
{
    PyObject *spam = PyType_FromModuleAndSpec(module, &Spam_spec, NULL);
    PyObject *ham = make_type(module, &Ham_spec, NULL);
    Py_XDECREF(spam);
    Py_XDECREF(ham);
    return 0;
}
