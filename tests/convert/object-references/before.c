#include <Python.h>

/* References to objects that initialisation takes and gives to nobody: while the statics
 * lived as long as the process, nobody asked. */
static PyObject *Error, *Warn, *cache, *borrowed, *kept;
static PyTypeObject Spam_Type;

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetObject(Error, cache);
    return borrowed == Warn && kept == Warn ? Py_NewRef(Warn) : NULL;
}

static PyObject *
make(PyObject *self, PyObject *args)
{
    return PyObject_CallNoArgs((PyObject *)&Spam_Type);
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {"make", make, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

static PyObject *
new_cache(void)
{
    return PyDict_New();
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *d, *m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    d = PyModule_GetDict(m);
    if (PyType_Ready(&Spam_Type) < 0)
        return NULL;
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL)
        return NULL;
    Py_INCREF(Error);
    if (PyDict_SetItemString(d, "Error", Error) < 0)
        return NULL;
    /* As many as are given away. */
    Warn = PyErr_NewException("spam.Warn", Error, NULL);
    if (Warn == NULL)
        return NULL;
    Py_INCREF(Warn);
    if (PyModule_AddObject(m, "Warn", Warn) < 0) {
        Py_DECREF(Warn);
        return NULL;
    }
    cache = new_cache();
    if (cache == NULL)
        return NULL;
    Py_INCREF(cache);
    if (PyModule_AddObjectRef(m, "cache", cache) < 0) {
        Py_DECREF(cache);
        return NULL;
    }
    /* The state owns these by the reference that is taken here. */
    borrowed = PyDict_GetItemString(d, "Error");
    Py_XINCREF(borrowed);
    kept = Warn;
    Py_INCREF(kept);
    return m;
}
