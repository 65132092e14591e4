/* The project gives `free` another meaning, so that m_free cannot release with it what
 * `calloc` of the C library gave out. */
#include <Python.h>
#include <stdlib.h>

#define free PyObject_Free /* for the nodes */

struct node {
    struct node *next;
};

typedef struct {
    char *buffer;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
put(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    struct node *node = PyObject_Malloc(sizeof(struct node));
    if (node == NULL) {
        return PyErr_NoMemory();
    }
    state->buffer[0] = (char)PyLong_AsLong(arg);
    free(node);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(state->buffer[0]);
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

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
    .m_methods = methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->buffer = calloc(100, 1);
    if (state->buffer == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
