/* Names of statics in what lambdas capture, and names for their parts. */
#include <Python.h>

struct limits_record { long least, most; };

typedef struct {
    long calls;
    long total;
    struct limits_record limits;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
add(PyObject *module, PyObject *number)
{
    spam_state *state = get_spam_state(module);
    long value = PyLong_AsLong(number);
    if (value == -1 && PyErr_Occurred()) {
        return NULL;
    }
    auto first = [state, n = state->calls++]() { return n; };
    auto next = [state, &sum = state->total](long by) { sum += by; };
    auto &[least, most] = state->limits;
    (value < least ? least : most) = value;
    next(value);
    return Py_BuildValue("(llll)", first(), state->total, least, most);
}

static PyMethodDef methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, NULL, NULL, NULL,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->limits.least = 100;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam);
}
