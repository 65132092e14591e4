/* The exceptions of a database, as attributes of its connections. */
#include <Python.h>

static PyObject *Error, *DataError;
static long opened;
static int limits[2] = {3, 4};

typedef struct {
    PyObject_HEAD
    long number;
} Connection;

static PyObject *
get_exception(Connection *self, void *which)
{
    PyObject *exception = *(PyObject **)which;
    if (self->number < 0 || exception == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(exception);
    return exception;
}

static PyObject *
get_number(PyObject *self, void *closure)
{
    long *place = closure;
    return PyLong_FromLong(*place);
}

static int
set_number(PyObject *self, PyObject *value, void *closure)
{
    long number = value != NULL ? PyLong_AsLong(value) : 0;
    if (number == -1 && PyErr_Occurred()) {
        return -1;
    }
    *(long *)closure = number;
    return 0;
}

static PyObject *
get_limit(PyObject *self, void *limit)
{
    return PyLong_FromLong(*(int *)limit);
}

static PyGetSetDef connection_getset[] = {
    {"Error", (getter)get_exception, NULL, NULL, &Error},
    {"DataError", (getter)get_exception, NULL, NULL, (void *)&DataError},
    {"opened", get_number, set_number, "how many were opened", &opened},
    {.name = "limit", .get = get_limit, .closure = &limits[1]},
    {NULL, NULL, NULL, NULL, NULL},
};

static int
connection_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    ((Connection *)self)->number = opened++;
    return 0;
}

static PyTypeObject Connection_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Connection",
    .tp_basicsize = sizeof(Connection),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = connection_getset,
    .tp_init = connection_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    DataError = PyErr_NewException("spam.DataError", Error, NULL);
    Py_XINCREF(Error);
    if (PyModule_AddObject(module, "Error", Error) < 0) {
        Py_XDECREF(Error);
        Py_DECREF(module);
        return NULL;
    }
    if (PyType_Ready(&Connection_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Connection_Type);
    if (PyModule_AddObject(module, "Connection", (PyObject *)&Connection_Type) < 0) {
        Py_DECREF(&Connection_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
