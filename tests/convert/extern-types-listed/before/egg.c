#include "types.h"

PyObject *
Egg_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    if (egg_limit == 0) {
        PyErr_Format(EggError, "version %d", egg_version);
        return NULL;
    }
    egg_limit--;
    return type->tp_alloc(type, 0);
}

PyTypeObject Egg_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Egg_new,
};

PyTypeObject Ham_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Ham",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};
