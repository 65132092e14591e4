/* An object that no function uses, in front of a definition inside the init function. */
#include <Python.h>

static PyObject *
fetch(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"fetch", fetch, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

typedef struct {
    PyObject *cache;
} before_state;

static inline before_state *
get_before_state(PyObject *module)
{
    return (before_state *)PyModule_GetState(module);
}

static int
before_traverse(PyObject *module, visitproc visit, void *arg)
{
    before_state *state = get_before_state(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
before_clear(PyObject *module)
{
    before_state *state = get_before_state(module);
    Py_CLEAR(state->cache);
    return 0;
}

static void
before_free(void *module)
{
    (void)before_clear((PyObject *)module);
}

static int before_exec(PyObject *module);

static PyModuleDef_Slot before_slots[] = {
    {Py_mod_exec, before_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "before", NULL, sizeof(before_state), methods, before_slots, before_traverse, before_clear, before_free,
};

static int
before_exec(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "one", 1) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_before(void)
{
    return PyModuleDef_Init(&definition);
}
