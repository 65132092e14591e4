/* Functions that give what they return to the module, and those that keep a reference for it. */
#include <Python.h>

static PyObject *Plain, *Checked, *Counted, *Referenced;

static PyObject *
add_plain(PyObject *module, const char *full, const char *name)
{
    PyObject *error = PyErr_NewException(full, NULL, NULL);
    if (error != NULL) {
        PyModule_AddObject(module, name, error);
    }
    return error;
}

static PyObject *
add_checked(PyObject *module, const char *full, const char *name)
{
    PyObject *error = PyErr_NewException(full, NULL, NULL);
    if (error == NULL) {
        return NULL;
    }
    if (PyModule_AddObject(module, name, error) < 0) {
        Py_DECREF(error);
        return NULL;
    }
    return error;
}

static PyObject *
add_counted(PyObject *module, const char *full, const char *name)
{
    PyObject *error = PyErr_NewException(full, NULL, NULL);
    if (error == NULL) {
        return NULL;
    }
    Py_INCREF(error);
    if (PyModule_AddObject(module, name, error) < 0) {
        Py_DECREF(error);
        Py_DECREF(error);
        return NULL;
    }
    return error;
}

static PyObject *
add_referenced(PyObject *module, const char *full, const char *name)
{
    PyObject *error = PyErr_NewException(full, NULL, NULL);
    if (error == NULL || PyModule_AddObjectRef(module, name, error) < 0) {
        Py_XDECREF(error);
        return NULL;
    }
    return error;
}

static PyObject *
spam_fail(PyObject *self, PyObject *number)
{
    PyObject *errors[] = {Plain, Checked, Counted, Referenced};
    size_t n = PyLong_AsSize_t(number);
    if (!PyErr_Occurred()) {
        PyErr_SetObject(errors[n % 4], number);
    }
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Plain = add_plain(module, "spam.Plain", "Plain");
    Checked = add_checked(module, "spam.Checked", "Checked");
    Counted = add_counted(module, "spam.Counted", "Counted");
    Referenced = add_referenced(module, "spam.Referenced", "Referenced");
    if (Plain == NULL || Checked == NULL || Counted == NULL || Referenced == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
