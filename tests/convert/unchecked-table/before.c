#include <Python.h>

/* Memory that the author does not check, though he asks what is in it. */
static long *table;

static long
fibonacci(long n)
{
    if (!table) {
        table = calloc(1000, sizeof(long));
    }
    if (n < 2) {
        return n;
    }
    if (!table[n]) {
        table[n] = fibonacci(n - 2) + fibonacci(n - 1);
    }
    return table[n];
}

static PyObject *
spam_fibonacci(PyObject *self, PyObject *arg)
{
    long n = PyLong_AsLong(arg);
    if (n < 0 || n > 90) {
        return PyErr_Occurred() ? NULL : PyLong_FromLong(0);
    }
    return PyLong_FromLong(fibonacci(n));
}

static PyMethodDef methods[] = {
    {"fibonacci", spam_fibonacci, METH_O, NULL},
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
    return PyModule_Create(&spam_module);
}
