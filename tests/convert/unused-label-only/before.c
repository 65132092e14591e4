#include <Python.h>

/* Only the question whether there is a module jumps to `error`, and nothing else leads there. */
static PyObject *Error;

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(Error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

#define CHECK(x) do { if ((x) == NULL) goto error; } while (0)

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *name = NULL, *m;
    CHECK(m = PyModule_Create(&def));
    name = PyUnicode_FromString("spam.Error");
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    PyModule_AddObjectRef(m, "Error", Error);
    Py_XDECREF(name);
    return m;

error:
    Py_XDECREF(name);
    return NULL;
}
