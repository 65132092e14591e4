/* Types that get a new dictionary before PyType_Ready, which fills it further: a heap type has its
 * own, filled, when it is made. */
#include <Python.h>

static PyObject *
number(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(1);
}

static PyMethodDef thing_methods[] = {
    {"number", number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A thing.",
    .tp_methods = thing_methods,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Given_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Given",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A type that a function fills.",
    .tp_methods = thing_methods,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Other_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Other",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = thing_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

static int
fill(PyTypeObject *type)
{
    type->tp_dict = PyDict_New();
    if (type->tp_dict == NULL) {
        return -1;
    }
    if (PyDict_SetItemString(type->tp_dict, "LIMIT", Py_None) < 0) {
        Py_DecRef(type->tp_dict);
        type->tp_dict = NULL;
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;

    Thing_Type.tp_dict = PyDict_New();
    if (Thing_Type.tp_dict == NULL
        || PyDict_SetItemString(Thing_Type.tp_dict, "LIMIT", Py_None) < 0)
    {
        return NULL;
    }
    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    if (fill(&Given_Type) < 0 || PyType_Ready(&Given_Type) < 0) {
        return NULL;
    }
    if (fill(&Other_Type) < 0 || PyType_Ready(&Other_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyObject_SetAttrString(m, "Thing", (PyObject *)&Thing_Type) < 0
        || PyObject_SetAttrString(m, "Given", (PyObject *)&Given_Type) < 0
        || PyObject_SetAttrString(m, "Other", (PyObject *)&Other_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
