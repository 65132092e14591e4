#include <Python.h>

static PyObject *error;

static PyTypeObject Text_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Text",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;

    Text_Type.tp_base = &PyUnicode_Type;
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    error = PyErr_NewException("spam.error", NULL, NULL);
    if (error == NULL || PyModule_AddObjectRef(m, "error", error) < 0
        || PyModule_AddObjectRef(m, "Text", (PyObject *)&Text_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
