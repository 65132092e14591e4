/* PyModule_AddObject takes the reference of an element or a member that the state keeps. */
#include <Python.h>

static PyObject *names[3];
static struct {
    PyObject *error;
    int n;
} globals;
typedef struct {
    const char *name;
    PyObject *value;
} row;
static row rows[2];

static PyTypeObject Dot_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Dot",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject *types[] = {&Dot_Type, NULL};

static PyObject *
get(PyObject *self, PyObject *unused)
{
    globals.n++;
    return PyUnicode_FromFormat("%S %S %S", names[0], globals.error, rows[0].value);
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    int i;
    if (m == NULL) {
        return NULL;
    }
    names[0] = PyList_New(0);
    if (PyModule_AddObject(m, "first", names[0]) < 0) {
        return NULL;
    }
    names[1] = PyList_New(0); /* counted by the author */
    Py_INCREF(names[1]);
    if (PyModule_AddObject(m, "second", names[1]) < 0) {
        return NULL;
    }
    globals.error = PyErr_NewException("spam.error", NULL, NULL);
    if (PyModule_AddObject(m, "error", globals.error) < 0) {
        return NULL;
    }
    for (i = 0; i < 2; i++) {
        rows[i].name = "row";
        rows[i].value = PyList_New(0);
        if (PyModule_AddObject(m, rows[i].name, rows[i].value) < 0) {
            return NULL;
        }
    }
    for (i = 0; types[i] != NULL; i++) {
        if (PyType_Ready(types[i]) < 0
            || PyModule_AddObject(m, "Dot", (PyObject *)types[i]) < 0)
        {
            return NULL;
        }
    }
    return m;
}
