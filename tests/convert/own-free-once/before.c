/* An m_free that releases what the process has: a module object whose import fails, or which is
 * rejected, does not run it. */
#include <Python.h>

static PyObject *Name, *List;

static PyObject *
spam_name(PyObject *module, PyObject *args)
{
    (void)module;
    (void)args;
    return PySequence_Concat(List, Name);
}

static void
drop(PyObject *object)
{
    Py_DECREF(object);
}

static void
spam_free(PyObject *module)
{
    (void)module;
    drop(Name);
    Py_DECREF(List);
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
    return PyModule_Create(&spam_module);
}
