/* A method that the module gives a type of Python's gets instances of that: they do not lead to
 * the module.  The same for a type of its own does. */
#include <Python.h>

static long n_lists, n_spams;

static PyObject *
of_list(PyObject *self, PyObject *Py_UNUSED(args))
{
    n_lists++;
    return PyLong_FromLong(n_lists);
}

static PyMethodDef list_method = {"of_list", of_list, METH_NOARGS, NULL};

static PyObject *
of_spam(PyObject *self, PyObject *Py_UNUSED(args))
{
    n_spams++;
    return PyLong_FromLong(n_spams);
}

static PyMethodDef spam_method = {"of_spam", of_spam, METH_NOARGS, NULL};

static PyTypeObject Spam = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Spam) < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    PyObject *first = PyDescr_NewMethod(&PyList_Type, &list_method);
    PyObject *second = PyDescr_NewMethod(&Spam, &spam_method);
    if (first == NULL || second == NULL || PyModule_AddObjectRef(m, "of_list", first) < 0
        || PyModule_AddObjectRef(m, "of_spam", second) < 0
        || PyModule_AddObjectRef(m, "Spam", (PyObject *)&Spam) < 0)
    {
        Py_CLEAR(m);
    }
    Py_XDECREF(first);
    Py_XDECREF(second);
    return m;
}
