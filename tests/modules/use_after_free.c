/* A callback that points into the state without holding the module. */
#include "module.h"

struct state {
    long calls;
};

static PyObject *
call(PyObject *capsule, PyObject *unused)
{
    struct state *state = PyCapsule_GetPointer(capsule, "state");
    (void)unused;
    return state != NULL ? PyLong_FromLong(++state->calls) : NULL;
}

static PyMethodDef call_method = {"call", call, METH_NOARGS, NULL};

static PyObject *
callback(PyObject *module, PyObject *unused)
{
    (void)unused;
    PyObject *capsule = PyCapsule_New(PyModule_GetState(module), "state", NULL);
    PyObject *function = capsule != NULL ? PyCFunction_New(&call_method, capsule) : NULL;
    Py_XDECREF(capsule);
    return function;
}

static PyMethodDef methods[] = {
    {"callback", callback, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {OWN_GIL NO_GIL {0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "use_after_free",
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_use_after_free(void)
{
    return PyModuleDef_Init(&definition);
}
