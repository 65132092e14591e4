/* Handles of a library, to what its header only declares: nothing says whose they are, and
 * each module object gets its own. */
#include <Python.h>

typedef struct port port_t;
typedef struct tree tree_t;
#pragma weak port_open
int port_open(port_t **out, const char *name);
#pragma weak port_close
void port_close(port_t *port);
#pragma weak tree_new
tree_t *tree_new(void);

typedef struct {
    port_t *port;
    port_t *probe;
    tree_t *tree;
} before_state;

static inline before_state *
get_before_state(PyObject *module)
{
    return (before_state *)PyModule_GetState(module);
}

static PyObject *
start(PyObject *self, PyObject *unused)
{
    before_state *state = get_before_state(self);
    (void)self;
    (void)unused;
    if (port_open == NULL || port_open(&state->port, "main") < 0) {
        PyErr_SetString(PyExc_OSError, "no port");
        return NULL;
    }
    state->tree = tree_new();
    Py_RETURN_NONE;
}

static PyObject *
is_there(PyObject *self, PyObject *unused)
{
    before_state *state = get_before_state(self);
    (void)self;
    (void)unused;
    if (port_open == NULL || port_open(&state->probe, "main") < 0) {
        Py_RETURN_FALSE;
    }
    port_close(state->probe);
    state->probe = NULL;
    Py_RETURN_TRUE;
}

static PyObject *
is_started(PyObject *self, PyObject *unused)
{
    before_state *state = get_before_state(self);
    (void)self;
    (void)unused;
    return PyBool_FromLong(state->port != NULL && state->tree != NULL);
}

static PyMethodDef methods[] = {
    {"start", start, METH_NOARGS, NULL},
    {"is_there", is_there, METH_NOARGS, NULL},
    {"is_started", is_started, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot before_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "before", NULL, sizeof(before_state), methods, before_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_before(void)
{
    return PyModuleDef_Init(&definition);
}
