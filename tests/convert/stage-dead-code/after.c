#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define IS_PYTHON3
#endif

typedef struct {
    PyObject *pattern;
} speedups_state;

static inline speedups_state *
get_speedups_state(PyObject *module)
{
    return (speedups_state *)PyModule_GetState(module);
}

static PyObject *
speedups_find(PyObject *self, PyObject *arg)
{
    speedups_state *state = get_speedups_state(self);
    return PyNumber_Add(state->pattern, arg);
}

static PyMethodDef methods[] = {
    {"find", speedups_find, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
speedups_traverse(PyObject *module, visitproc visit, void *arg)
{
    speedups_state *state = get_speedups_state(module);
    Py_VISIT(state->pattern);
    return 0;
}

static int
speedups_clear(PyObject *module)
{
    speedups_state *state = get_speedups_state(module);
    Py_CLEAR(state->pattern);
    return 0;
}

static void
speedups_free(void *module)
{
    (void)speedups_clear((PyObject *)module);
}

static int speedups_exec(PyObject *m);

static PyModuleDef_Slot speedups_slots[] = {
    {Py_mod_exec, speedups_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef speedups_module = {
    PyModuleDef_HEAD_INIT,
    "speedups",         /* m_name */
    NULL,               /* m_doc */
    sizeof(speedups_state), /* m_size */
    methods,            /* m_methods */
    speedups_slots,     /* m_slots */
    speedups_traverse,  /* m_traverse */
    speedups_clear,     /* m_clear */
    speedups_free,      /* m_free */
};

static int
speedups_exec(PyObject *m)
{
    speedups_state *state = get_speedups_state(m);
    state->pattern = PyUnicode_FromString("egg");
    if (state->pattern == NULL) {
        return -1;
    }
#ifdef SPEEDUPS_LIMIT
    PyModule_AddIntConstant(m, "LIMIT", SPEEDUPS_LIMIT);
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_speedups(void)
{
    return PyModuleDef_Init(&speedups_module);
}
