/* Isolated, but a function must not be called twice on one module object. */
#include "module.h"

struct state {
    int n_calls;
};

static PyObject *
take(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    if (state->n_calls++ > 0) {
        *(volatile int *)(uintptr_t)16 = 1;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"take", take, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "bad_second_call",
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_bad_second_call(void)
{
    return PyModuleDef_Init(&definition);
}
