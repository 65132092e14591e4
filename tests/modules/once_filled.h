/* A right module whose exec function makes an exception and fills the state; each faulty
 * module that includes it does so for the first module object only, with a macro. */
#include "module.h"

struct state {
    long number;
};

static PyObject *
number(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    if (state->number == 0) {
        PyErr_SetString(PyExc_ValueError, "no number");
        return NULL;
    }
    return PyLong_FromLong(state->number);
}

static PyMethodDef methods[] = {
    {"number", number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
add_error(PyObject *module)
{
    PyObject *error = PyErr_NewException("once_filled.Error", NULL, NULL);
    int status = add_reference(module, "Error", error);
    Py_XDECREF(error);
    return status;
}

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
#if defined(FILLS_ONCE) || defined(ADDS_ONCE)
    static int is_ready;
    int was_ready = is_ready;
    is_ready = 1;
#endif
#ifdef FILLS_ONCE
    if (was_ready) {
        return add_error(module);
    }
#endif
    state->number = 7;
#ifdef ADDS_ONCE
    if (was_ready) {
        return 0;
    }
#endif
    return add_error(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

#define ONCE_FILLED(name)                                                              \
    static struct PyModuleDef definition = {                                           \
        .m_base = PyModuleDef_HEAD_INIT,                                               \
        .m_name = #name,                                                               \
        .m_size = sizeof(struct state),                                                \
        .m_methods = methods,                                                          \
        .m_slots = slots,                                                              \
    };                                                                                 \
    PyMODINIT_FUNC PyInit_##name(void)                                                 \
    {                                                                                  \
        return PyModuleDef_Init(&definition);                                          \
    }
