/* The exec function makes the submodule. */
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

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_methods = spam_methods,
    .m_slots = spam_slots,
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

static PyObject *
make_tools(void)
{
    PyObject *tools = PyModule_Create(&tools_module);
    if (tools != NULL && PyModule_AddObjectRef(tools, "Error", SpamError) < 0) {
        Py_CLEAR(tools);
    }
    return tools;
}

static int
spam_exec(PyObject *module)
{
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL || PyModule_AddObjectRef(module, "Error", SpamError) < 0) {
        Py_CLEAR(SpamError);
        return -1;
    }
    PyObject *tools = make_tools();
    if (tools == NULL) {
        return -1;
    }
    int status = PyModule_AddObjectRef(module, "tools", tools);
    Py_DECREF(tools);
    return status;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
