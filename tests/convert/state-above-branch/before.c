/* What uses the state first stands in a branch: other builds need the state, too. */
#include <Python.h>

#ifndef NDEBUG
static int extra;
#endif

#ifndef NDEBUG
static PyObject *
spam_extra(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(extra++);
}
#endif

static PyObject *empty;

static PyObject *
spam_empty(PyObject *self, PyObject *callable)
{
    return PyObject_Call(callable, empty, NULL);
}

static PyMethodDef spam_methods[] = {
#ifndef NDEBUG
    {"extra", spam_extra, METH_NOARGS, NULL},
#endif
    {"empty", spam_empty, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    empty = PyTuple_New(0);
    if (empty == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
