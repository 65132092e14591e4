/* Only the first module object of the process gets what ask() needs; what stands in the
 * module's dictionary has no part in that. */
#include "module.h"

typedef struct {
    PyObject *answer;
} module_state;

static int is_filled;

static PyObject *
ask(PyObject *module, PyObject *unused)
{
    (void)unused;
    module_state *state = PyModule_GetState(module);
    Py_INCREF(state->answer);
    return state->answer;
}

static int
execute(PyObject *module)
{
    module_state *state = PyModule_GetState(module);
    if (!is_filled) {
        is_filled = 1;
        state->answer = PyUnicode_FromString("an answer");
        return state->answer == NULL ? -1 : 0;
    }
    return 0;
}

static int
state_clear(PyObject *module)
{
    module_state *state = PyModule_GetState(module);
    Py_CLEAR(state->answer);
    return 0;
}

static void
state_free(void *module)
{
    (void)state_clear(module);
}

static PyMethodDef methods[] = {
    {"ask", ask, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "second_incomplete",
    .m_size = sizeof(module_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_clear = state_clear,
    .m_free = state_free,
};

PyMODINIT_FUNC
PyInit_second_incomplete(void)
{
    return PyModuleDef_Init(&definition);
}
