/* Dictionaries that types get before PyType_Ready, not by the name of the type. */
#include <Python.h>

static PyTypeObject Local_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Local",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Condition_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Condition",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Table_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Table",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject *table[] = {&Table_Type};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

static void
give_in_table(PyTypeObject *type)
{
    type->tp_dict = PyDict_New();
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    PyTypeObject *local = &Local_Type;

    local->tp_dict = PyDict_New();
    if (PyType_Ready(&Local_Type) < 0) {
        return NULL;
    }
    if ((Condition_Type.tp_dict = PyDict_New()) == NULL || PyType_Ready(&Condition_Type) < 0) {
        return NULL;
    }
    give_in_table(table[0]);
    if (PyType_Ready(table[0]) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyObject_SetAttrString(m, "Local", (PyObject *)&Local_Type) < 0
        || PyObject_SetAttrString(m, "Condition", (PyObject *)&Condition_Type) < 0
        || PyObject_SetAttrString(m, "Table", (PyObject *)&Table_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
