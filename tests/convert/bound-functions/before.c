/* Functions that the module makes of tables by itself, bound to nothing. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *
fail(PyObject *unused, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

static PyObject *
pack(PyObject *unused, PyObject *arg)
{
    static unsigned flags = 1;
    if (!PyArg_Parse(arg, "I", &flags)) {
        return NULL;
    }
    return PyLong_FromUnsignedLong(flags);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"pack", pack, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef single = {"single", fail, METH_O, NULL};

static int
add_methods(PyObject *dict, PyMethodDef *defs)
{
    PyMethodDef *def;
    for (def = defs; def->ml_name != NULL; def++) {
        PyObject *f = PyCFunction_New(def, NULL);
        if (f == NULL || PyDict_SetItemString(dict, def->ml_name, f) < 0) {
            Py_XDECREF(f);
            return -1;
        }
        Py_DECREF(f);
    }
    return 0;
}

static int
init_functions(PyObject *dict)
{
    PyObject *f = PyCFunction_New(&single, NULL);
    if (f == NULL || PyDict_SetItemString(dict, "single", f) < 0) {
        Py_XDECREF(f);
        return -1;
    }
    Py_DECREF(f);
    return add_methods(dict, methods);
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL || init_functions(PyModule_GetDict(m)) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
