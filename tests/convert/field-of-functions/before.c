/* A variable that points to functions, of which one needs the state. */
#include <Python.h>

static int factor = 2;
static long (*operation)(long);
static int (*reset)(void);

static long
times(long n)
{
    return n * factor;
}

static long
plus(long n)
{
    return n + 1;
}

static int
reset_factor(void)
{
    factor = 2;
    return 0;
}

static PyObject *
spam_next(PyObject *self, PyObject *arg)
{
    long n = PyLong_AsLong(arg);
    if (n == -1 && PyErr_Occurred()) {
        return NULL;
    }
    operation = operation == times ? plus : times;
    reset = reset_factor;
    if (n > 5 && reset() < 0) {
        return NULL;
    }
    factor++;
    return PyLong_FromLong(operation(n));
}

static PyMethodDef methods[] = {
    {"next", spam_next, METH_O, NULL},
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
