#include <Python.h>

typedef struct {
    int count;
} egg_state;

static inline egg_state *
get_egg_state(PyObject *module)
{
    return (egg_state *)PyModule_GetState(module);
}

static PyObject *
egg_next(PyObject *self, PyObject *ignored)
{
    egg_state *state = get_egg_state(self);
    return PyLong_FromLong(++state->count);
}

static PyMethodDef methods[] = {
    {"next", egg_next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot egg_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "egg", NULL, sizeof(egg_state), methods, egg_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_egg(void)
{
    return PyModuleDef_Init(&definition);
}
