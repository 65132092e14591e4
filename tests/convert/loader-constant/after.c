/* What only the loader has set is the same for the whole process: no module can have another. */
#include <Python.h>

static signed char values[256];
static int n_digits;

static void
fill(void)
{
    for (int c = 0; c < 256; c++) {
        values[c] = c >= '0' && c <= '9' ? (signed char)(c - '0') : -1;
        n_digits += values[c] >= 0;
    }
}

static void __attribute__((constructor))
prepare(void)
{
    fill();
}

typedef struct {
    long counter;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
value(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    long c = PyLong_AsLong(arg);
    if (c < 0 || c > 255) {
        return PyErr_Occurred() ? NULL : PyLong_FromLong(n_digits);
    }
    state->counter++;
    return PyLong_FromLong(values[c]);
}

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return PyLong_FromLong(state->counter);
}

static PyMethodDef methods[] = {
    {"value", value, METH_O, NULL},
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
