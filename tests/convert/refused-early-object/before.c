/* An object in static memory that is used before its type is made. */
#include <Python.h>

static PyTypeObject Missing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Missing",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject missing = {.ob_refcnt = 1, .ob_type = &Missing_Type};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *object = &missing;
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Missing_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    if (PyObject_SetAttrString(m, "missing", object) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
