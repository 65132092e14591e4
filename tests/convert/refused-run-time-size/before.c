/* A type that gets its size when its base is known. */
#include <Python.h>

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Spam_Type.tp_base = &PyList_Type;
    Spam_Type.tp_basicsize = PyList_Type.tp_basicsize + 8;
    if (PyType_Ready(&Spam_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
