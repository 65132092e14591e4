/* The init function of the submodule is called for its module, which it goes on making. */
#include <Python.h>

static PyObject *SpamError;
static long counter;

static PyObject *
spam_count(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(++counter);
}

static PyObject *
spam_fail(PyObject *self, PyObject *unused)
{
    PyErr_SetString(SpamError, "no");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_NOARGS, NULL},
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

static PyObject *
tools_double(PyObject *self, PyObject *arg)
{
    return PyNumber_Add(arg, arg);
}

static PyMethodDef tools_methods[] = {
    {"double", tools_double, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef tools_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam.tools",
    .m_size = -1,
    .m_methods = tools_methods,
};

PyMODINIT_FUNC
PyInit_tools(void)
{
    return PyModule_Create(&tools_module);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL || PyModule_AddObjectRef(module, "Error", SpamError) < 0) {
        Py_CLEAR(SpamError);
        Py_DECREF(module);
        return NULL;
    }
    PyObject *tools = PyInit_tools();
    if (tools == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    if (PyDict_SetItemString(PyImport_GetModuleDict(), "spam.tools", tools) < 0
        || PyModule_AddObjectRef(module, "tools", tools) < 0)
    {
        Py_DECREF(tools);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(tools);
    return module;
}
