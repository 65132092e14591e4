#include <Python.h>

typedef struct {
    double total;
    double limit;
    long n_calls;
} spam_state;

/* No processor adds to a floating-point number in one step. */
static PyObject *
spam_add(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    state->n_calls++;
    for (int i = 0; i < 5000; i++) {
        state->total += 0.5;
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_total(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    return PyFloat_FromDouble(state->total);
}

static PyObject *
spam_calls(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    return PyLong_FromLong(state->n_calls);
}

/* It does store one at once. */
static PyObject *
spam_set_limit(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    double limit = PyFloat_AsDouble(value);
    if (limit == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    state->limit = limit;
    Py_RETURN_NONE;
}

static PyObject *
spam_limit(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    return PyFloat_FromDouble(state->limit);
}

static PyMethodDef spam_methods[] = {
    {"add", spam_add, METH_NOARGS, NULL},
    {"total", spam_total, METH_NOARGS, NULL},
    {"calls", spam_calls, METH_NOARGS, NULL},
    {"set_limit", spam_set_limit, METH_O, NULL},
    {"limit", spam_limit, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    (void)state;
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
