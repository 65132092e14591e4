/* The base is of the datetime module, whose types are no business of the garbage collector;
 * instances are, as the module keeps one. */
#include <Python.h>
#include <datetime.h>

static PyObject *utc;

static PyTypeObject Zone_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Zone",
    .tp_basicsize = sizeof(PyDateTime_TZInfo),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL) {
        return NULL;
    }
    Zone_Type.tp_base = PyDateTimeAPI->TZInfoType;
    Zone_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Zone_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    utc = PyObject_CallNoArgs((PyObject *)&Zone_Type);
    if (utc == NULL || PyModule_AddObjectRef(m, "utc", utc) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
