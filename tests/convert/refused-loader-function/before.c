/* The loader of shared objects calls functions with the attribute constructor or destructor, when no
 * Python may run; what has a second name by an attribute is called by that, too. */
#include <Python.h>

#define AT_EXIT __attribute__((__destructor__(200)))

static PyObject *names, *values, *last;
static long counter = 5;

static void prepare(void) __attribute__((constructor));

static void
prepare(void)
{
    values = NULL;
}

AT_EXIT static void
finish(void)
{
    names = NULL;
}

static PyObject *
latest(void)
{
    return Py_XNewRef(last);
}

PyObject *spam_latest(void) __attribute__((alias("latest")));

static PyObject *
put(PyObject *module, PyObject *value)
{
    PyObject *old = latest();
    Py_XDECREF(old);
    Py_XSETREF(values, Py_NewRef(value));
    Py_XSETREF(last, Py_NewRef(value));
    if (names == NULL && (names = PyList_New(0)) == NULL) {
        return NULL;
    }
    return PyLong_FromLong(++counter);
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&module);
}
