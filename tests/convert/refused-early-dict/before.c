/* Dictionaries that types get before PyType_Ready, from a function that cannot go without. */
#include <Python.h>

static PyTypeObject Filled_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Filled",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Shared_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Shared",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

static int
give_filled(PyTypeObject *type)
{
    PyObject *dict = PyDict_New();
    if (dict == NULL || PyDict_SetItemString(dict, "LIMIT", Py_None) < 0) {
        return -1;
    }
    type->tp_dict = dict;
    return 0;
}

static void
give_new(PyTypeObject *type)
{
    type->tp_dict = PyDict_New();
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    PyTypeObject *made;

    if (give_filled(&Filled_Type) < 0 || PyType_Ready(&Filled_Type) < 0) {
        return NULL;
    }
    made = (PyTypeObject *)PyType_Type.tp_alloc(&PyType_Type, 0);
    if (made == NULL) {
        return NULL;
    }
    give_new(made);
    give_new(&Shared_Type);
    if (PyType_Ready(&Shared_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyObject_SetAttrString(m, "Filled", (PyObject *)&Filled_Type) < 0
        || PyObject_SetAttrString(m, "Shared", (PyObject *)&Shared_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
