/* A macro that means a static variable in one place, and a local in another. */
#include <Python.h>

static long count = 100;
static long total;

#define COUNT() (count)
#define ADD(n) (total += (n))

static PyObject *
spam_count(PyObject *self, PyObject *arg)
{
    long n = COUNT();
    count++;
    ADD(n);
    for (long count = 0; count < 2; count++) {
        n += COUNT();
    }
    return PyLong_FromLong(n + total);
}

static PyMethodDef methods[] = {
    {"count", spam_count, METH_O, NULL},
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
