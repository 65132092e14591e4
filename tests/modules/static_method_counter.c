/* A counter of the process that a method changes which asks for its defining class: on an
 * instance it is of a type of its own. */
#include "module.h"

static long counter;

static PyObject *
count(PyObject *self, PyTypeObject *cls, PyObject *const *args, Py_ssize_t n_args,
      PyObject *names)
{
    (void)self;
    (void)args;
    if (n_args != 0 || names != NULL) {
        PyErr_SetString(PyExc_TypeError, "count() takes no arguments");
        return NULL;
    }
    counter += cls != NULL;
    return PyLong_FromLong(counter);
}

static void
thing_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef thing_methods[] = {
    {"count", (PyCFunction)(void (*)(void))count,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot thing_slots[] = {
    {Py_tp_dealloc, (void *)thing_free},
    {Py_tp_methods, thing_methods},
    {0, NULL},
};

static PyType_Spec thing_spec = {
    .name = "static_method_counter.Thing",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = thing_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &thing_spec, NULL);
    int result = add_reference(module, "Thing", type);
    Py_XDECREF(type);
    return result;
}

MODULE(static_method_counter, execute, NULL, OWN_GIL)
