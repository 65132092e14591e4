/* A macro that makes strings of its argument is written out: two that stand side by side become
 * one, unless an escape could go on in the second. */
#include <Python.h>

typedef struct {
    PyObject *FirstError;
    PyObject *SecondError;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    return (module_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    module_state *state = get_module_state(self);
    long number = PyLong_AsLong(arg);
    PyErr_SetString(number == 1 ? state->FirstError : state->SecondError,
                    "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    Py_VISIT(state->FirstError);
    Py_VISIT(state->SecondError);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->FirstError);
    Py_CLEAR(state->SecondError);
    return 0;
}

static void
module_free(void *module)
{
    (void)module_clear((PyObject *)module);
}

static int module_exec(PyObject *m);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = sizeof(module_state),
    .m_methods = methods,
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

static int
module_exec(PyObject *m)
{
    module_state *state = get_module_state(m);
    state->FirstError = PyErr_NewException("spam.FirstError", NULL, NULL);
    if (state->FirstError == NULL
        || PyModule_AddObjectRef(m, "FirstError", state->FirstError) < 0
        || PyModule_AddStringConstant(m, "of_FirstError_it", "\1""FirstError"))
    {
        return -1;
    }
    state->SecondError = PyErr_NewException("spam.SecondError", NULL, NULL);
    if (state->SecondError == NULL
        || PyModule_AddObjectRef(m, "SecondError", state->SecondError) < 0
        || PyModule_AddStringConstant(m, "of_SecondError_it",
                                      "\1""SecondError"))
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&module_def);
}
