/* A type without fields and methods of its own, whose name has no module; or has one. */
#ifndef NAME
#define NAME unnamed_derived
#define DERIVED_NAME "Derived"
#endif
#include "module.h"

static PyObject *
twice(PyObject *Py_UNUSED(self), PyObject *argument)
{
    return PyNumber_Add(argument, argument);
}

static PyMethodDef base_methods[] = {
    {"twice", twice, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot base_slots[] = {{Py_tp_methods, base_methods}, {0, NULL}};
static PyType_Spec base_spec = {"derived.Base", sizeof(PyObject), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, base_slots};

static PyObject *
call(PyObject *self, PyObject *Py_UNUSED(arguments), PyObject *Py_UNUSED(keywords))
{
    Py_INCREF(self);
    return self;
}

static PyType_Slot derived_slots[] = {{Py_tp_call, (void *)call}, {0, NULL}};
static PyType_Spec derived_spec = {DERIVED_NAME, sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT,
                                   derived_slots};

static PyObject *
make_type(PyObject *module, PyType_Spec *spec, PyObject *base)
{
    PyObject *bases = base != NULL ? PyTuple_Pack(1, base) : NULL;
    PyObject *type = NULL;
    if (base == NULL || bases != NULL) {
        type = PyType_FromModuleAndSpec(module, spec, bases);
    }
    Py_XDECREF(bases);
    return type;
}

static int
execute(PyObject *module)
{
    PyObject *base = make_type(module, &base_spec, NULL);
    PyObject *derived = base != NULL ? make_type(module, &derived_spec, base) : NULL;
    int result = add_reference(module, "Base", base);
    if (result == 0) {
        result = add_reference(module, "Derived", derived);
    }
    Py_XDECREF(base);
    Py_XDECREF(derived);
    return result;
}

#define MODULE_(name) MODULE(name, execute, NULL, OWN_GIL)
MODULE_(NAME)
