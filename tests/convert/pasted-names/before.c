/* Names that macros put together: all of them are fields, so the macros name those. */
#include <Python.h>

static PyObject *str_name, *str_value, *str_unused;
static int n_made, n_dropped;

#define COUNT(WHAT) (n_ ## WHAT++)

static int
init_strings(void)
{
#define INIT_STRING(S) \
    if (!(str_ ## S = PyUnicode_InternFromString(#S))) \
        return -1
    INIT_STRING(name);
    INIT_STRING(value);
    INIT_STRING(unused);
#undef INIT_STRING
    return 0;
}

typedef struct {
    PyObject_HEAD
} Spam;

static PyObject *
spam_get(PyObject *self, PyObject *key)
{
    PyObject *found = PyObject_RichCompare(key, str_name, Py_EQ);
    COUNT(made);
    return found;
}

static PyMethodDef spam_methods[] = {
    {"get", spam_get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = spam_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
counts(PyObject *self, PyObject *Py_UNUSED(args))
{
    COUNT(dropped);
    return Py_BuildValue("iiO", n_made, n_dropped, str_value);
}

static PyMethodDef methods[] = {
    {"counts", counts, METH_NOARGS, NULL},
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
    if (init_strings() < 0 || PyType_Ready(&Spam_Type) < 0
        || PyObject_SetAttrString(m, "Spam", (PyObject *)&Spam_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
