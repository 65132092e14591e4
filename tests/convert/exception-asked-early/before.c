/* What asks for an exception before the additions, or only replaces it, does not end the
 * import. */
#include <Python.h>

static PyObject *cache;

static PyObject *
look(PyObject *self, PyObject *args)
{
    return Py_NewRef(cache);
}

static PyMethodDef methods[] = {
    {"look", look, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *dict, *m = PyModule_Create(&definition);
    if (m == NULL || PyErr_Occurred()) {
        return NULL;
    }
    cache = PyDict_New();
    if (cache == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    dict = PyModule_GetDict(m);
    PyDict_SetItemString(dict, "layer", PyBool_FromLong(1));
    PyDict_SetItemString(dict, "mode", PyBool_FromLong(0));
    if (PyErr_Occurred()) {
        PyErr_SetString(PyExc_ImportError, "spam: no constants");
    }
    return m;
}
