/* The macro that declares the init function stands in a branch that ends in front of the body;
 * what the other branch declares does not compile. */
#include <Python.h>

#define MODINIT_DEFINE(name) PyMODINIT_FUNC PyInit_##name(void)

static int count;

static PyObject *
spam_next(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(++count);
}

static PyMethodDef methods[] = {
    {"next", spam_next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

#ifdef SYMBIAN
SPAM_EXPORT
void
initspam(void)
#else
MODINIT_DEFINE(spam)
#endif
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m != NULL && PyModule_AddIntConstant(m, "limit", 12) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
