/* Data that another configuration has of its own is shared by its interpreters. */
#include <Python.h>

#ifdef HAVE_COUNTER
static int counter;
static const char names[] = "abc";

static PyObject *
count(PyObject *self, PyObject *Py_UNUSED(args))
{
    counter++;
    return PyLong_FromLong(counter + names[0]);
}
#endif

#ifdef HAVE_TABLE /* is only read */
static const int table[] = {1, 2, 3};
#endif

#if PY_VERSION_HEX < 0x030A0000 /* older than the headers */
static int old = 1;
#endif

static PyObject *seen;

static PyObject *
see(PyObject *self, PyObject *arg)
{
    if (PyList_Append(seen, arg) < 0) {
        return NULL;
    }
#ifdef HAVE_LIMIT
    static Py_ssize_t limit;
    if (limit < 100) {
        limit++;
    }
#endif
    return PyLong_FromSsize_t(PyList_GET_SIZE(seen));
}

static PyMethodDef spam_methods[] = {
#ifdef HAVE_COUNTER
    {"count", count, METH_NOARGS, NULL},
#endif
    {"see", see, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    seen = PyList_New(0);
    if (seen == NULL) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
