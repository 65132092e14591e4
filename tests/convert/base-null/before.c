/* A base that is written as NULL is none. */
#include <Python.h>

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = NULL;
    Spam_Type.tp_base = NULL;
    Spam_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Spam_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m != NULL && PyModule_AddObjectRef(m, "Spam", (PyObject *)&Spam_Type) < 0) {
        Py_CLEAR(m);
    }
    return m;
}
