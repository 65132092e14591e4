/* A module state that is there already, and hooks, on lines of their own; functions of a type ask
 * for the module. */
#include <Python.h>

typedef struct { PyObject *error; int calls; } spam_state;

static struct PyModuleDef spam_module;
static int debug; static PyObject *last;

#define STATE(m) ((spam_state *)PyModule_GetState(m))
#define FOUND() STATE(PyState_FindModule(&spam_module))

typedef struct {
    PyObject_HEAD
    int x;
} Thing;

static PyObject *
thing_fail(PyObject *self, PyObject *unused)
{
    FOUND()->calls++;
    PyErr_SetString(FOUND()->error, "fail");
    return NULL;
}

static PyObject *
thing_calls(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(FOUND()->calls + debug);
}

static PyMethodDef thing_methods[] = {
    {"fail", thing_fail, METH_NOARGS, NULL},
    {"calls", thing_calls, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_methods = thing_methods,
};

static PyObject *
set_debug(PyObject *module, PyObject *value)
{
    debug = PyObject_IsTrue(value);
    Py_INCREF(value);
    Py_XSETREF(last, value);
    return PyLong_FromLong(debug);
}

static PyMethodDef spam_methods[] = {
    {"set_debug", set_debug, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_traverse(PyObject *m, visitproc visit, void *arg) { Py_VISIT(STATE(m)->error); return 0; }
static int spam_clear(PyObject *m) { Py_CLEAR(STATE(m)->error); return 0; }

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), spam_methods, NULL,
    spam_traverse, spam_clear, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    STATE(m)->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (STATE(m)->error == NULL
        || PyObject_SetAttrString(m, "Error", STATE(m)->error) < 0
        || PyType_Ready(&Thing_Type) < 0
        || PyObject_SetAttrString(m, "Thing", (PyObject *)&Thing_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
