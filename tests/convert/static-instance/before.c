/* Objects in static memory become objects of the module. */
#include <Python.h>

static PyObject missing;
#define MISSING &missing

typedef struct {
    PyObject_HEAD
} Nothing;

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Nothing",
    .tp_basicsize = sizeof(Nothing),
};

static Nothing nothing = {PyObject_HEAD_INIT(&Spam_Type)};

static PyTypeObject Missing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Missing",
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* Says that there is no value. */
static PyObject missing = {.ob_refcnt = 1, .ob_type = &Missing_Type};

static PyObject *
is_missing(PyObject *self, PyObject *arg)
{
    return PyBool_FromLong(arg == MISSING);
}

static PyObject *
get_missing(PyObject *self, PyObject *Py_UNUSED(args))
{
    Py_INCREF(MISSING);
    return MISSING;
}

static PyObject *
get_nothing(PyObject *self, PyObject *Py_UNUSED(args))
{
    Py_INCREF(&nothing);
    return (PyObject *)&nothing;
}

static PyMethodDef methods[] = {
    {"is_missing", is_missing, METH_O, NULL},
    {"get_missing", get_missing, METH_NOARGS, NULL},
    {"get_nothing", get_nothing, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Spam_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    if (PyType_Ready(&Missing_Type) < 0)
        goto error;
    return m;
error:
    Py_DECREF(m);
    return NULL;
}
