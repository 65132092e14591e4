/* A base that is only known at run time, of a type that a helper makes. */
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

static int
add(PyObject *m, const char *name, PyTypeObject *type)
{
    if (PyType_Ready(type) < 0) {
        return -1;
    }
    return PyObject_SetAttrString(m, name, (PyObject *)type);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    base = (PyTypeObject *)PyObject_GetAttrString(m, "__class__");
    Thing_Type.tp_base = base;
    if (base == NULL || add(m, "Thing", &Thing_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
