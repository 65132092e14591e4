/* An object that no function uses, in front of a definition inside the init function. */
#include <Python.h>

static PyObject *
fetch(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"fetch", fetch, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *cache;

PyMODINIT_FUNC
PyInit_before(void)
{
    static PyModuleDef definition = {
        PyModuleDef_HEAD_INIT, "before", NULL, -1, methods, NULL, NULL, NULL, NULL,
    };
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(module, "one", 1) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
