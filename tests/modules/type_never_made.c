/* A type whose constructor takes nothing that anybody would guess. */
#include "module.h"

static PyObject *
sealed_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    long secret;
    (void)kwds;
    if (!PyArg_ParseTuple(args, "l", &secret)) {
        return NULL;
    }
    if (secret != 271828) {
        PyErr_SetString(PyExc_ValueError, "not the secret");
        return NULL;
    }
    return PyType_GenericAlloc(type, 0);
}

static void
sealed_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot sealed_slots[] = {
    {Py_tp_new, (void *)sealed_new},
    {Py_tp_dealloc, (void *)sealed_dealloc},
    {0, NULL},
};

static PyType_Spec sealed_spec = {
    .name = "type_never_made.Sealed",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = sealed_slots,
};

static PyObject *
answer(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &sealed_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Sealed", type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

MODULE(type_never_made, execute, methods, OWN_GIL)
