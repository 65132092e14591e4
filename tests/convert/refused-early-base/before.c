/* A base that is only known after the type is used. */
#include <Python.h>

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject *base;

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *thing = (PyObject *)&Thing_Type;
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    base = (PyTypeObject *)PyObject_GetAttrString(m, "__class__");
    Thing_Type.tp_base = base;
    if (PyType_Ready(&Thing_Type) < 0
        || PyObject_SetAttrString(m, "Thing", thing) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
