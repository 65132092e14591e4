/* A lock that guards what the module owns, and an atomic counter of the process. */
#include <Python.h>

static PyThread_type_lock lock;
static volatile int n_calls;
static PyObject *SpamError;

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

static PyObject *
count(PyObject *self, PyObject *Py_UNUSED(args))
{
    PyThread_acquire_lock(lock, 1);
    n_calls++;
    PyThread_release_lock(lock);
    return PyLong_FromLong(n_calls);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"count", count, METH_NOARGS, NULL},
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
    lock = PyThread_allocate_lock();
    if (lock == NULL) {
        Py_DECREF(m);
        return PyErr_NoMemory();
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
