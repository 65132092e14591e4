/* A macro of the file gives the module up, and jumps. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *
spam_error(PyObject *self, PyObject *unused)
{
    Py_INCREF(SpamError);
    return SpamError;
}

static PyMethodDef spam_methods[] = {
    {"error", spam_error, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

#define FAIL() do { Py_CLEAR(m); goto end; } while (0)

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        FAIL();
    }
    if (PyModule_AddObjectRef(m, "Error", SpamError) < 0) {
        FAIL();
    }
end:
    return m;
}
