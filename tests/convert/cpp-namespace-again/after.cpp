/* The init function stands in another block of the namespace that the definition is in. */
#include <Python.h>

namespace tool {

typedef struct {
    PyObject *Error;
} tool_state;

static inline tool_state *get_tool_state(PyObject *module)
{
    return (tool_state *)PyModule_GetState(module);
}

static PyObject *fail(PyObject *module, PyObject *)
{
    tool_state *state = get_tool_state(module);
    PyErr_SetString(state->Error, "failed");
    return nullptr;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static int tool_traverse(PyObject *module, visitproc visit, void *arg)
{
    tool_state *state = get_tool_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int tool_clear(PyObject *module)
{
    tool_state *state = get_tool_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void tool_free(void *module)
{
    (void)tool_clear((PyObject *)module);
}

static int tool_exec(PyObject *mod);

static PyModuleDef_Slot tool_slots[] = {
    {Py_mod_exec, (void *)tool_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, nullptr},
};

static PyModuleDef tool_def = {
    PyModuleDef_HEAD_INIT, "tool", nullptr, sizeof(tool_state), methods, tool_slots, tool_traverse, tool_clear, tool_free,
};

}  // namespace tool

#include <cstring>

namespace tool {

static int tool_exec(PyObject *mod)
{
    tool_state *state = get_tool_state(mod);
    state->Error = PyErr_NewException("tool.Error", nullptr, nullptr);
    Py_XINCREF(state->Error);
    if (state->Error == nullptr
        || PyModule_AddObject(mod, "Error", state->Error) < 0) {
        Py_XDECREF(state->Error);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_tool()
{
    return PyModuleDef_Init(&tool_def);
}

}  // namespace tool
