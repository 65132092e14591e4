/* Variables that only another build writes: here they look like constants. */
#include <Python.h>

static int limit = 2;
static int constant = 7;

#ifdef TRACE
#define ENTER(state) (++(state)->depth > limit ? -1 : 0)
#define LEAVE(state) ((state)->depth -= 1)
#else
#define ENTER(state) 0
#define LEAVE(state) (void)0
#endif

typedef struct {
    long n_calls;
    int depth;
    char last_name[16];
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
call(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    (void)state;
    if (ENTER(state) < 0) {
        LEAVE(state);
        PyErr_SetString(PyExc_RecursionError, "too deep");
        return NULL;
    }
#ifdef TRACE
    state->n_calls++;
    PyOS_snprintf(state->last_name, sizeof(state->last_name), "%s",
                  Py_TYPE(arg)->tp_name);
#endif
    PyObject *result = PyObject_CallNoArgs(arg);
    LEAVE(state);
    return result;
}

static PyObject *
report(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    (void)state;
#ifdef TRACE
    if (constant == 7) {
        return Py_BuildValue("(lis)", state->n_calls, state->depth,
                             state->last_name);
    }
#endif
    return PyLong_FromLong(constant);
}

static PyMethodDef methods[] = {
    {"call", call, METH_O, NULL},
    {"report", report, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
