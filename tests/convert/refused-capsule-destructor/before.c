/* The destructor of a capsule is handed the capsule only. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

static void
destroy(PyObject *capsule)
{
    if (PyCapsule_GetPointer(capsule, NULL) == NULL) {
        PyErr_WriteUnraisable(SpamError);
    }
}

static PyObject *
make(PyObject *self, PyObject *Py_UNUSED(args))
{
    return PyCapsule_New((void *)make, NULL, destroy);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"make", make, METH_NOARGS, NULL},
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
