/* A right type with a comparison; with a macro that answers and leaves an exception set. */
#include "module.h"

static PyObject *
compare(PyObject *self, PyObject *other, int operation)
{
    (void)self;
    (void)other;
    (void)operation;
#ifdef LEAVES_EXCEPTION
    PyErr_SetString(PyExc_KeyError, "left behind");
#endif
    Py_RETURN_TRUE;
}

static void
dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot type_slots[] = {
    {Py_tp_richcompare, (void *)compare},
    {Py_tp_dealloc, (void *)dealloc},
    {0, NULL},
};

static PyType_Spec type_spec = {
    .name = "comparison.Each",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = type_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &type_spec, NULL);
    int status = add_reference(module, "Each", type);
    Py_XDECREF(type);
    return status;
}
