/* Functions that are called through pointers of the module's own. */
#include <Python.h>

static PyObject *SpamError;

typedef int (*visit_function)(long value, void *data);

struct handler {
    const char *name;
    PyObject *(*make)(long value);
    int (*check)(void);
};

static PyObject *
make_even(long value)
{
    if (value % 2 != 0) {
        PyErr_SetString(SpamError, "odd");
        return NULL;
    }
    return PyLong_FromLong(value);
}

static PyObject *
make_any(long value)
{
    return PyLong_FromLong(value);
}

static int
check_nothing(void)
{
    return 0;
}

static const struct handler handlers[] = {
    {"even", make_even, check_nothing},
    {"any", make_any, check_nothing},
};

static int
each(long n, visit_function visit, void *data)
{
    for (long i = 0; i < n; i++) {
        if (visit(i, data) < 0) {
            return -1;
        }
    }
    return 0;
}

static int
forbid_three(long value, void *data)
{
    (void)data;
    if (value == 3) {
        PyErr_SetString(SpamError, "three");
        return -1;
    }
    return 0;
}

static PyObject *
make(PyObject *self, PyObject *args)
{
    int i;
    long value;
    if (!PyArg_ParseTuple(args, "il", &i, &value)) {
        return NULL;
    }
    if (handlers[i].check() < 0 || each(value, forbid_three, NULL) < 0) {
        return NULL;
    }
    return handlers[i].make(value);
}

static PyMethodDef methods[] = {
    {"make", make, METH_VARARGS, NULL},
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
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
