#include <Python.h>

/* Its neighbour goes only half the way; this one goes all of it. */
static PyObject *error;

static PyObject *
fail(PyObject *module, PyObject *text)
{
    PyErr_SetObject(error, text);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "whole", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_whole(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    error = PyErr_NewException("whole.Error", NULL, NULL);
    if (error == NULL || PyModule_AddObjectRef(module, "Error", error) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
