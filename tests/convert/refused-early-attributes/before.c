/* A dictionary that PyType_Ready fills further: a heap type comes with its own. */
#include <Python.h>

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(PyObject),
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
    Thing_Type.tp_dict = Py_BuildValue("{ss}", "colour", "red");
    if (Thing_Type.tp_dict == NULL || PyType_Ready(&Thing_Type) < 0
        || PyObject_SetAttrString(m, "Thing", (PyObject *)&Thing_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
