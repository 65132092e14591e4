/* Statics that begin with the address of an object, and have it for good. */
#include <Python.h>

static PyTypeObject Spam_Type_ = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject *Spam_Type = &Spam_Type_;
static PyObject *egg_class = (PyObject *)&Egg_Type;
static PyTypeObject *number_type = &PyLong_Type;
static PyObject *missing = Py_None;

static PyObject *
spam_make(PyObject *module, PyObject *object)
{
    if (object == missing) {
        return Py_NewRef(missing);
    }
    return PyObject_CallNoArgs(Py_TYPE(object) == number_type ? egg_class
                                                              : (PyObject *)Spam_Type);
}

static PyMethodDef spam_methods[] = {
    {"make", spam_make, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(Spam_Type) < 0) {
        return NULL;
    }
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddType(m, Spam_Type) < 0
        || PyObject_SetAttrString(m, "Egg", egg_class) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
