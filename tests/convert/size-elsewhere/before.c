#include <Python.h>

/* The length of an array that moves, where no module is at hand. */
static double values[8];
static const size_t n_values = sizeof(values) / sizeof(values[0]);

static PyObject *
add(PyObject *self, PyObject *arg)
{
    long i = PyLong_AsLong(arg);
    if (i < 0) {
        return NULL;
    }
    return PyFloat_FromDouble(values[(size_t)i % n_values] += 1);
}

static PyMethodDef methods[] = {
    {"add", add, METH_O, NULL},
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
