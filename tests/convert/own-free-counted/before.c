/* An m_free that released what was there for sure: an import may fail before that now. */
#include <Python.h>

static PyObject *Name, *List, *Third;

static PyObject *
spam_name(PyObject *module, PyObject *args)
{
    (void)module;
    (void)args;
    return Py_BuildValue("OOO", List, Name, Third);
}

static void
spam_free(PyObject *module)
{
    (void)module;
    Py_DECREF(Name);
    Py_XDECREF(List);
    if (Third != NULL) {
        Py_DECREF(Third);
    }
}

static PyMethodDef spam_methods[] = {
    {"name", spam_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    "A module.",
    -1,
    spam_methods, NULL, NULL, NULL, (freefunc)spam_free
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    Name = PyUnicode_FromString("spam");
    if (Name == NULL) {
        return NULL;
    }
    List = PyList_New(0);
    if (List == NULL) {
        return NULL;
    }
    Third = PyList_New(3);
    if (Third == NULL) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
