#include <Python.h>

static PyObject *count;

static int
spam_twice(int n)
{
    return 2 * n;
}

static int
spam_half(int n)
{
    return n / 2;
}

static PyObject *
spam_get(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    Py_INCREF(count);
    return count;
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
    static void *api[2];
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    api[0] = (void *)spam_twice;
    api[1] = (void *)spam_half;
    count = PyLong_FromLong(0);
    PyObject *capsule = PyCapsule_New((void *)api, "spam._api", NULL);
    if (count == NULL || capsule == NULL
        || PyModule_AddObject(m, "_api", capsule) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
