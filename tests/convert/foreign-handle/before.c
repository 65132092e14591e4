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

static port_t *port;
static port_t *probe;
static tree_t *tree;

static PyObject *
start(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    if (port_open == NULL || port_open(&port, "main") < 0) {
        PyErr_SetString(PyExc_OSError, "no port");
        return NULL;
    }
    tree = tree_new();
    Py_RETURN_NONE;
}

static PyObject *
is_there(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    if (port_open == NULL || port_open(&probe, "main") < 0) {
        Py_RETURN_FALSE;
    }
    port_close(probe);
    probe = NULL;
    Py_RETURN_TRUE;
}

static PyObject *
is_started(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    return PyBool_FromLong(port != NULL && tree != NULL);
}

static PyMethodDef methods[] = {
    {"start", start, METH_NOARGS, NULL},
    {"is_there", is_there, METH_NOARGS, NULL},
    {"is_started", is_started, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "before", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_before(void)
{
    return PyModule_Create(&definition);
}
