#include <Python.h>

/* The size of a static type is that of the type object, also where that of an instance was
 * meant. */
typedef struct {
    PyObject_HEAD
    int n;
} Thing;

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing_Type),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
is_large(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyBool_FromLong(sizeof Thing_Type > sizeof(Thing));
}

static PyMethodDef methods[] = {
    {"is_large", is_large, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL || PyModule_AddType(m, &Thing_Type) < 0) {
        Py_XDECREF(m);
        return NULL;
    }
    return m;
}
