/* A macro that is undefined again: the branch behind #else is what is compiled. */
#include <Python.h>

#define HAS_CACHE 1
enum { CACHE_SIZE = HAS_CACHE };
#undef HAS_CACHE

static PyObject *last;

static PyObject *
remember(PyObject *self, PyObject *value)
{
#if HAS_CACHE
    PyErr_SetString(PyExc_RuntimeError, "remembered elsewhere");
    return NULL;
#else
    Py_XSETREF(last, Py_NewRef(value));
    Py_RETURN_NONE;
#endif
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;
#if HAS_CACHE
    return NULL;
#else
    last = PyLong_FromLong(CACHE_SIZE);
    if (last == NULL) {
        return NULL;
    }
#endif
    module = PyModule_Create(&spam_module);
    return module;
}
