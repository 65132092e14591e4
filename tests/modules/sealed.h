/* A type that refuses instantiation, and a function that may return an instance to those
 * who know what it asks for (FACTORY). */
#include "module.h"

static PyType_Slot sealed_slots[] = {
    {Py_tp_doc, "Only C code makes these."},
    {0, NULL},
};

static PyType_Spec sealed_spec = {
    .name = MODULE_NAME ".Sealed",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT
#ifdef Py_TPFLAGS_DISALLOW_INSTANTIATION
             | Py_TPFLAGS_DISALLOW_INSTANTIATION
#endif
    ,
    .slots = sealed_slots,
};

static PyObject *
answer(PyObject *module, PyObject *argument)
{
    if (!FACTORY) {
        return PyLong_FromLong(42);
    }
    long secret = PyLong_AsLong(argument);
    if (secret != 271828) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "not the secret");
        }
        return NULL;
    }
    PyObject *type = PyObject_GetAttrString(module, "Sealed");
    PyObject *made = type != NULL ? PyType_GenericAlloc((PyTypeObject *)type, 0) : NULL;
    Py_XDECREF(type);
    return made;
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &sealed_spec, NULL);
    int status = add_reference(module, "Sealed", type);
    Py_XDECREF(type);
    return status;
}
