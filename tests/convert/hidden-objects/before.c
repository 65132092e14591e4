/* What another configuration has of its own is not read, and not converted. */
#include <Python.h>

#ifdef HAVE_EXTRA
static PyObject *extra;

static PyObject *
get_extra(PyObject *self, PyObject *Py_UNUSED(args))
{
    if (extra == NULL) {
        extra = PyList_New(0);
    }
    Py_XINCREF(extra);
    return extra;
}
#endif

#if PY_VERSION_HEX < 0x030A0000 /* older than the headers */
static PyObject *old;
#endif

static PyObject *seen;

static PyObject *
see(PyObject *self, PyObject *arg)
{
    if (PyList_Append(seen, arg) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(PyList_GET_SIZE(seen));
}

static PyMethodDef spam_methods[] = {
#ifdef HAVE_EXTRA
    {"get_extra", get_extra, METH_NOARGS, NULL},
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
