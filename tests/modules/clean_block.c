/* A type whose name sounds like what it does: only what its objects may do later. */
#include "module.h"

static void
dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot class_slots[] = {
    {Py_tp_dealloc, (void *)dealloc},
    {0, NULL},
};

static PyType_Spec class_spec = {
    .name = "clean_block.Block",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = class_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &class_spec, NULL);
    int status = type != NULL ? add_reference(module, "Block", type) : -1;
    Py_XDECREF(type);
    return status;
}

MODULE(clean_block, execute, NULL, OWN_GIL)
