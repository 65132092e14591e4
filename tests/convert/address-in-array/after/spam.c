#include <Python.h>
#include "vendor/buffers.h"
#include "vendor/numpy/arrayobject.h"

#define SIZE 16

/* An array of NumPy reads it, and may outlive the module. */
static double table[SIZE];
/* So does a ufunc, which finds the same there after each import. */
static PyUFuncGenericFunction loops[1];
static void *data[1];
static char types[2];
/* The same with the struct of another module's functions. */
static char line[SIZE];

static void
loop(char **args, npy_intp const *dimensions, npy_intp const *steps, void *context)
{
    for (npy_intp i = 0; i < dimensions[0]; i++) {
        *(double *)(args[1] + i * steps[1]) = -*(double *)(args[0] + i * steps[0]);
    }
}

typedef struct {
    const buffers_api *buffers;
    /* Only read in the call. */
    npy_intp shape[1];
    int n_calls;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_table(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    state->shape[0] = SIZE;
    state->n_calls++;
    return PyArray_SimpleNewFromData(1, state->shape, 12, table);
}

static PyObject *
spam_fresh(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    state->shape[0] = SIZE;
    return PyArray_SimpleNew(1, state->shape, 12);
}

static PyObject *
spam_line(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    line[0] = (char)PyLong_AsLong(arg);
    return state->buffers->over(line, SIZE);
}

static PyMethodDef spam_methods[] = {
    {"table", spam_table, METH_NOARGS, NULL},
    {"line", spam_line, METH_O, NULL},
    {"fresh", spam_fresh, METH_NOARGS, NULL},
    {NULL}
};

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), spam_methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    if (_import_array() < 0) {
        return -1;
    }
    state->buffers = PyCapsule_Import("buffers.api", 0);
    if (state->buffers == NULL) {
        return -1;
    }
    for (int i = 0; i < SIZE; i++) {
        table[i] = i / 2.0;
    }
    loops[0] = loop;
    data[0] = NULL;
    types[0] = 12;
    types[1] = 12;
    PyObject *negative = PyUFunc_FromFuncAndData(loops, data, types, 1, 1, 1, -1, "negative",
                                                 NULL, 0);
    if (PyModule_AddObjectRef(module, "negative", negative) < 0) {
        Py_XDECREF(negative);
        return -1;
    }
    Py_DECREF(negative);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
