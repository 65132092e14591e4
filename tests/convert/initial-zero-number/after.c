/* A state begins with zeros: 0.0 needs no exec function. */
#include <Python.h>

typedef struct {
    double sum;
    double last;
    long double most;
    float scale;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
add(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    state->last = PyFloat_AsDouble(arg);
    if (state->last == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    state->sum += state->last;
    state->scale += 1;
    state->most = state->last > state->most ? state->last : state->most;
    return Py_BuildValue("ddd", state->sum / state->scale, state->last,
                         (double)state->most);
}

static PyMethodDef methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
