/* PyModule_AddObject takes the reference of a local that shares it with what moves, or has it for
 * itself: whether the module state loses its own is not to be told. */
#include <Python.h>

static PyObject *cache;

static PyObject *
get(PyObject *self, PyObject *ignored)
{
    if (cache == NULL) {
        cache = PyList_New(0);
    }
    Py_XINCREF(cache);
    return cache;
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
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
    PyObject *m = PyModule_Create(&spam_module), *local;
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(m, "HAS_CACHE", cache != NULL) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    local = PyDict_New();
    if (cache != NULL) {
        Py_XDECREF(local);
        local = cache;
    }
    if (local == NULL || PyModule_AddObject(m, "cache", local) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
