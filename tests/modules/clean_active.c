/* An instance that is active keeps itself alive, as handles of event loops do: `begin` takes
 * a reference that `end` releases. */
#include "module.h"

struct handle {
    PyObject_HEAD int is_active;
};

static PyObject *
handle_begin(PyObject *self, PyObject *ignored)
{
    struct handle *handle = (struct handle *)self;
    (void)ignored;
    if (!handle->is_active) {
        handle->is_active = 1;
        Py_INCREF(self);
    }
    Py_RETURN_NONE;
}

static PyObject *
handle_end(PyObject *self, PyObject *ignored)
{
    struct handle *handle = (struct handle *)self;
    (void)ignored;
    if (handle->is_active) {
        handle->is_active = 0;
        Py_DECREF(self);
    }
    Py_RETURN_NONE;
}

/* The left one, of two handles. */
static PyObject *
handle_or(PyObject *left, PyObject *right)
{
    if (Py_TYPE(left) != Py_TYPE(right)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    Py_INCREF(left);
    return left;
}

static void
handle_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef handle_methods[] = {
    {"begin", handle_begin, METH_NOARGS, NULL},
    {"end", handle_end, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot handle_slots[] = {
    {Py_tp_methods, handle_methods},
    {Py_nb_or, (void *)handle_or},
    {Py_nb_inplace_or, (void *)handle_or},
    {Py_tp_dealloc, (void *)handle_dealloc},
    {0, NULL},
};

static PyType_Spec handle_spec = {
    .name = "clean_active.Handle",
    .basicsize = sizeof(struct handle),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = handle_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &handle_spec, NULL);
    int status = add_reference(module, "Handle", type);
    Py_XDECREF(type);
    return status;
}

MODULE(clean_active, execute, NULL, OWN_GIL)
