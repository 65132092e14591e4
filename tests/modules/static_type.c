/* A static type in a module that claims a GIL of its own. */
#include "module.h"

struct thing {
    PyObject_HEAD long value;
};

static PyObject *
thing_get(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLong(((struct thing *)self)->value);
}

static PyMethodDef thing_methods[] = {
    {"get", thing_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject thing_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "static_type.Thing",
    .tp_basicsize = sizeof(struct thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = thing_methods,
    .tp_new = PyType_GenericNew,
};

static int
execute(PyObject *module)
{
    if (PyType_Ready(&thing_type) != 0) {
        return -1;
    }
    return add_reference(module, "Thing", (PyObject *)&thing_type);
}

MODULE(static_type, execute, NULL, OWN_GIL)
