#include <Python.h>

/* Only the question whether there is a module jumps to `nothing`. */
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

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *name, *m = PyModule_Create(&def);
    if (!m)
        goto nothing;
    name = PyUnicode_FromString("spam.Error");
    if (name == NULL)
        goto error;
    Error = PyErr_NewException(PyUnicode_AsUTF8(name), NULL, NULL);
    Py_DECREF(name);
    if (Error == NULL)
        goto error;
    if (PyModule_AddObjectRef(m, "Error", Error) < 0)
        goto error;
    return m;
error:
    Py_DECREF(m);
    /* there is nothing to give up */
nothing:
    return NULL;
}
