/* The same of a type that the collector does not know: its dealloc function, which is right,
 * never runs. */
#include "module.h"

struct thing {
    PyObject_HEAD long value;
};

static PyObject *
thing_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)args;
    (void)keywords;
    PyObject *made = type->tp_alloc(type, 0);
    Py_XINCREF(made);
    return made;
}

static void
thing_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot thing_slots[] = {
    {Py_tp_new, (void *)thing_new},
    {Py_tp_dealloc, (void *)thing_dealloc},
    {0, NULL},
};

static PyType_Spec thing_spec = {
    .name = "undying_plain.Thing",
    .basicsize = sizeof(struct thing),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = thing_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &thing_spec, NULL);
    int status = add_reference(module, "Thing", type);
    Py_XDECREF(type);
    return status;
}

MODULE(undying_plain, execute, NULL, OWN_GIL)
