#include <Python.h>

typedef struct {
    long n_calls;
} two_state;

static inline two_state *
get_two_state(PyObject *module)
{
    return (two_state *)PyModule_GetState(module);
}

static PyObject *
two_count(PyObject *module, PyObject *)
{
    two_state *state = get_two_state(module);
    return PyLong_FromLong(++state->n_calls);
}

static PyMethodDef two_methods[] = {
    {"count", two_count, METH_NOARGS, "Count."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot two_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef two_module = {
    PyModuleDef_HEAD_INIT, "two", "Counts.", sizeof(two_state), two_methods, two_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_two(void)
{
    return PyModuleDef_Init(&two_module);
}
