#include <Python.h>

typedef struct {
    PyObject_HEAD
} EggObject;

static PyTypeObject EggType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    if (PyType_Ready(&EggType) != 0)
        return NULL;
    m = PyModule_Create(&spam_module);
    if (m != NULL) {
        Py_INCREF(&EggType);
        PyModule_AddObject(m, "egg", (PyObject *)&EggType);
    }
    return m;
}
