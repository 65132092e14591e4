#include <Python.h>

typedef struct {
    PyObject *str_check;
    PyObject *str_name;
} egg_state;

static inline egg_state *
get_egg_state(PyObject *module)
{
    return (egg_state *)PyModule_GetState(module);
}

static PyObject *
check(egg_state *state, PyObject *object)
{
    return PyObject_GetAttr(object, state->str_check);
}

static PyObject *
egg_get(PyObject *self, PyObject *arg)
{
    egg_state *state = get_egg_state(self);
    PyObject *found = check(state, arg);
    if (found == NULL) {
        PyErr_Clear();
        found = PyObject_GetAttr(arg, state->str_name);
    }
    return found;
}

static PyMethodDef methods[] = {
    {"get", egg_get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
egg_traverse(PyObject *module, visitproc visit, void *arg)
{
    egg_state *state = get_egg_state(module);
    Py_VISIT(state->str_check);
    Py_VISIT(state->str_name);
    return 0;
}

static int
egg_clear(PyObject *module)
{
    egg_state *state = get_egg_state(module);
    Py_CLEAR(state->str_check);
    Py_CLEAR(state->str_name);
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

static struct PyModuleDef egg_module = {
    PyModuleDef_HEAD_INIT, .m_name = "egg", .m_size = sizeof(egg_state),
    .m_methods = methods,
    .m_slots = egg_slots,
    .m_traverse = egg_traverse,
    .m_clear = egg_clear,
    .m_free = egg_free,
};

static int
egg_exec(PyObject *module)
{
    egg_state *state = get_egg_state(module);
#define INIT_STRING(S) \
    if ((state->str_##S = PyUnicode_InternFromString(#S)) == NULL) return -1
    INIT_STRING(check);
    INIT_STRING(name);
    return 0;
}

PyMODINIT_FUNC
PyInit_egg(void)
{
    return PyModuleDef_Init(&egg_module);
}
