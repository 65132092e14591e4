/* An exception that nobody asks for NULL: the reference that the state keeps must not crash
 * where memory runs out, as PyModule_AddObject does not. */
#include <Python.h>

typedef struct {
    PyObject *FirstError;
    PyObject *SecondError;
    PyObject *ThirdError;
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
    PyErr_SetString(number == 1   ? state->FirstError
                    : number == 2 ? state->SecondError
                                  : state->ThirdError,
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
    Py_VISIT(state->ThirdError);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->FirstError);
    Py_CLEAR(state->SecondError);
    Py_CLEAR(state->ThirdError);
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
    state->FirstError = PyErr_NewException("module.FirstError", NULL, NULL);
    Py_XINCREF(state->FirstError);
    PyModule_AddObject(m, "FirstError", state->FirstError);

    state->SecondError = PyErr_NewException("module.SecondError",
                                            state->FirstError, NULL);
    if (state->SecondError == NULL) {
        return -1;
    }
    Py_INCREF(state->SecondError);
    PyModule_AddObject(m, "SecondError", state->SecondError);

    if ((state->ThirdError = PyErr_NewException("module.ThirdError", NULL,
                                                NULL)) != NULL) {
        Py_INCREF(state->ThirdError);
        PyModule_AddObject(m, "ThirdError", state->ThirdError);
    }
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&module_def);
}
