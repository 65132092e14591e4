/* A capsule that a function makes for whoever calls it. */
#include <Python.h>

typedef struct {
    PyObject *error;
    int calls;
} API;

static API api;

static PyObject *
get_api(PyObject *self, PyObject *Py_UNUSED(args))
{
    API *given = &api;
    api.calls++;
    return PyCapsule_New(given, "spam.api", NULL);
}

static PyMethodDef methods[] = {
    {"get_api", get_api, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    api.error = PyErr_NewException("spam.Error", NULL, NULL);
    if (api.error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
