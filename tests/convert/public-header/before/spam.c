#define SPAM_MODULE
#include "spam.h"

static const SpamAPI api = {1};
static PyObject *count;

PyObject *
spam_count(void)
{
    Py_INCREF(count);
    return count;
}

static PyObject *
spam_get(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return spam_count();
}

static PyMethodDef spam_methods[] = {
    {"get", spam_get, METH_NOARGS, "How many."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    count = PyLong_FromLong(0);
    PyObject *capsule = PyCapsule_New((void *)&api, "spam._api", NULL);
    if (count == NULL || capsule == NULL
        || PyModule_AddObject(m, "_api", capsule) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
