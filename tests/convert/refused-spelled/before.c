/* A macro that makes a text of its argument, where its text is not the same in each
 * configuration. */
#include <Python.h>

static PyObject *marker;

#ifdef WITH_PREFIX
#define ADD(m, N) PyModule_AddObject(m, "spam_" #N, N)
#else
#define ADD(m, N) PyModule_AddObject(m, #N, N)
#endif

static PyObject *
get(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(marker);
    return marker;
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam);
    if (m == NULL) {
        return NULL;
    }
    marker = PyUnicode_FromString("marker");
    if (marker == NULL) {
        return NULL;
    }
    Py_INCREF(marker);
#ifdef WITH_MARKER
    if (ADD(m, marker) < 0) {
        return NULL;
    }
#endif
    return m;
}
