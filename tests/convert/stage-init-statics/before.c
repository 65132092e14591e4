/* Stage init leaves statics as they are, of whatever kind: objects in static memory,
 * structs without a name, tables of types. */
#include <Python.h>

static struct {
    long calls;
    PyObject *last;
} seen;

static PyTypeObject Missing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Missing",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* Says that there is no value. */
static PyObject missing = {.ob_refcnt = 1, .ob_type = &Missing_Type};

static PyObject *
get_missing(PyObject *Py_UNUSED(self), PyObject *arg)
{
    seen.calls++;
    Py_INCREF(arg);
    Py_XSETREF(seen.last, arg);
    Py_INCREF(&missing);
    return &missing;
}

static PyMethodDef methods[] = {
    {"get_missing", get_missing, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    static PyTypeObject *types[] = {&Missing_Type};
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Missing_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        Py_INCREF(types[i]);
        if (PyModule_AddObject(m, "Missing", (PyObject *)types[i]) < 0) {
            Py_DECREF(types[i]);
            Py_DECREF(m);
            return NULL;
        }
    }
    return m;
}
