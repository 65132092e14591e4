#include <Python.h>
#include <capstone.h>

/* The library's header lies in a folder that the build names by -I: it is no code of the
 * project for that. */
static PyObject *spam_error;

static PyObject *
spam_version(PyObject *module, PyObject *ignored)
{
    int major, minor;
    if (cs_version(&major, &minor) == 0) {
        PyErr_SetString(spam_error, "no version");
        return NULL;
    }
    return Py_BuildValue("(ii)", major, minor);
}

static PyMethodDef spam_methods[] = {
    {"version", spam_version, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spammodule);
    if (m == NULL) {
        return NULL;
    }
    spam_error = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (spam_error == NULL || PyModule_AddObjectRef(m, "SpamError", spam_error) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
