#include <Python.h>

#include <stdlib.h>

static PyObject *key;

static int
compare(const void *a, const void *b)
{
    (void)a;
    (void)b;
    return key == NULL;
}

static PyObject *
spam_f(PyObject *self, PyObject *arg)
{
    int numbers[2] = {2, 1};
    key = NULL;
    qsort(numbers, 2, sizeof(int), compare);
    Py_INCREF(arg);
    return arg;
}

static PyMethodDef methods[] = {
    {"f", spam_f, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
