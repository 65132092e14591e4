/* A module that asks for itself in a macro.  Its definition has the name of the other module's. */
#include <Python.h>

typedef struct {
    PyObject *error;
} egg_state;

static struct PyModuleDef definition;

static inline egg_state *
get_egg_state(PyObject *module)
{
    return (egg_state *)PyModule_GetState(module);
}

static PyObject *
egg_fail(PyObject *self, PyObject *ignored)
{
    egg_state *state = get_egg_state(self);
    PyErr_SetString(state->error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", egg_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
egg_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((egg_state *)PyModule_GetState(module))->error);
    return 0;
}

static int
egg_clear(PyObject *module)
{
    Py_CLEAR(((egg_state *)PyModule_GetState(module))->error);
    return 0;
}

static void
egg_free(void *module)
{
    (void)egg_clear((PyObject *)module);
}

static int egg_exec(PyObject *module);

static PyModuleDef_Slot egg_slots[] = {
    {Py_mod_exec, egg_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "egg", .m_size = sizeof(egg_state),
    .m_methods = methods, .m_traverse = egg_traverse, .m_clear = egg_clear,
    .m_slots = egg_slots,
    .m_free = egg_free,
};

static int
egg_exec(PyObject *module)
{
    egg_state *state = get_egg_state(module);
    state->error = PyErr_NewException("egg.Error", NULL, NULL);
    if (state->error == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_egg(void)
{
    return PyModuleDef_Init(&definition);
}
