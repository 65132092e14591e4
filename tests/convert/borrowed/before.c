#include <Python.h>

static PyObject *builtins_len, *empty;

static PyObject *
spam_len(PyObject *self, PyObject *arg)
{
    return PyObject_CallFunctionObjArgs(builtins_len, arg == empty ? empty : arg, NULL);
}

static PyMethodDef methods[] = {
    {"len", spam_len, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    PyObject *list;

    if (!m)
        return NULL;
    if ((builtins_len = PyDict_GetItemString(PyEval_GetBuiltins(), "len")) == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    list = PyList_New(0);
    if (list == NULL)
        return NULL;
    PyModule_AddObject(m, "empty", list);
    empty = list;
    return m;
}
