/* A static keeps the module, with a reference that Py_INCREF takes before the module is returned:
 * exec returns none. */
#include <Python.h>

static PyObject *module;
static PyObject *log_;

static PyObject *
note(PyObject *self, PyObject *text)
{
    if (PyList_Append(log_, text) < 0) {
        return NULL;
    }
    return PyBool_FromLong(self == module);
}

static PyMethodDef methods[] = {
    {"note", note, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (module != NULL) {
        Py_INCREF(module);
        return module;
    }
    module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    log_ = PyList_New(0);
    if (log_ == NULL) {
        Py_CLEAR(module);
        return NULL;
    }
    Py_INCREF(module);
    if (PyModule_AddIntConstant(module, "ready", 1) < 0) {
        return NULL;
    }
    return module;
}
