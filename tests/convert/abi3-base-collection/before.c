/* As base-collection, with the limited API: types are opaque. */
#include <Python.h>

static PyObject *marks;
static PyTypeObject *ordered; /* known at run time */

static PyObject *
mark(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    if (PyList_Append(marks, (PyObject *)Py_TYPE(self)) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef mark_methods[] = {
    {"mark", mark, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Mapping_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Mapping",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = mark_methods,
    .tp_base = &PyDict_Type,
};

static PyTypeObject Row_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Row",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = mark_methods,
    .tp_base = &PyTuple_Type,
};

static PyTypeObject Word_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Word",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = mark_methods,
    .tp_base = &PyUnicode_Type,
};

static PyTypeObject Failure_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Failure",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = mark_methods,
};

static PyTypeObject Ordered_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Ordered",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = mark_methods,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m, *collections = PyImport_ImportModule("collections");
    if (collections == NULL) {
        return NULL;
    }
    ordered = (PyTypeObject *)PyObject_GetAttrString(collections, "OrderedDict");
    Py_DECREF(collections);
    marks = PyList_New(0);
    if (ordered == NULL || marks == NULL) {
        return NULL;
    }
    Ordered_Type.tp_base = ordered;
    Failure_Type.tp_base = (PyTypeObject *)PyExc_ValueError;
    if (PyType_Ready(&Mapping_Type) < 0 || PyType_Ready(&Row_Type) < 0
        || PyType_Ready(&Word_Type) < 0 || PyType_Ready(&Failure_Type) < 0
        || PyType_Ready(&Ordered_Type) < 0)
    {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(m, "Mapping", (PyObject *)&Mapping_Type) < 0
        || PyModule_AddObjectRef(m, "Row", (PyObject *)&Row_Type) < 0
        || PyModule_AddObjectRef(m, "Word", (PyObject *)&Word_Type) < 0
        || PyModule_AddObjectRef(m, "Failure", (PyObject *)&Failure_Type) < 0
        || PyModule_AddObjectRef(m, "Ordered", (PyObject *)&Ordered_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
