/* A sequence counts its slices for the whole process. */
#include "module.h"

static long n_slices;

struct pair {
    PyObject_HEAD long value;
};

static PyObject *
pair_item(PyObject *self, PyObject *key)
{
    if (PySlice_Check(key)) {
        n_slices++;
        return PyTuple_New(0);
    }
    return PyLong_FromLong(((struct pair *)self)->value);
}

static void
pair_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot pair_slots[] = {
    {Py_mp_subscript, (void *)pair_item},
    {Py_tp_dealloc, (void *)pair_dealloc},
    {0, NULL},
};

static PyType_Spec pair_spec = {
    .name = "slice_counted.Pair",
    .basicsize = sizeof(struct pair),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = pair_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &pair_spec, NULL);
    int status = add_reference(module, "Pair", type);
    Py_XDECREF(type);
    return status;
}

MODULE(slice_counted, execute, NULL, OWN_GIL)
