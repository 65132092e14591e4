#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define IS_PY3
#endif

static PyObject *cache;

#if PY_MAJOR_VERSION < 3
static PyObject *
spam_old(PyObject *self, PyObject *arg)
{
    return PyObject_GetItem(cache, arg);
}
#endif

static PyObject *
spam_get(PyObject *self, PyObject *arg)
{
#ifdef SPAM_SLOW
    PyObject *found = PyObject_GetItem(cache, arg);
#else
    PyObject *found = PyDict_GetItem(cache, arg);
    Py_XINCREF(found);
#endif
    if (found == NULL)
        Py_RETURN_NONE;
    return found;
}

static PyMethodDef methods[] = {
    {"get", spam_get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

#ifdef IS_PY3
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL
};
#define INIT_ERROR return NULL
#else
#define INIT_ERROR return
#endif

PyMODINIT_FUNC
#ifdef IS_PY3
PyInit_spam(void)
#else
initspam(void)
#endif
{
    PyObject *m;
#ifdef IS_PY3
    m = PyModule_Create(&spam_module);
#else
    m = Py_InitModule("spam", methods);
#endif
    if (m == NULL)
        INIT_ERROR;
    cache = PyDict_New();
    if (cache == NULL)
        INIT_ERROR;
#ifdef IS_PY3
    return m;
#endif
}
