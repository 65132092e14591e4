#include <Python.h>

enum { N_SMALL = 10 };

struct names {
    PyObject *first;
    int count;
    PyObject *rest[2];
};

static PyObject *small[N_SMALL];
static struct names names;

static PyObject *
spam_small(PyObject *self, PyObject *arg)
{
    long i = PyLong_AsLong(arg);
    if (i < 0 || i >= N_SMALL) {
        PyErr_SetString(PyExc_ValueError, "not small");
        return NULL;
    }
    if (small[i] == NULL) {
        small[i] = PyLong_FromLong(i * i);
    }
    names.count++;
    Py_XINCREF(small[i]);
    return small[i];
}

static PyMethodDef methods[] = {
    {"small", spam_small, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL)
        return NULL;
    names.first = PyUnicode_FromString("first");
    names.rest[1] = PyUnicode_FromString("last");
    if (names.first == NULL || names.rest[1] == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
