#include <Python.h>

#include <map>
#include <string>

static std::map<std::string, int> seen;
static PyObject *SpamError;

static PyObject *
see(PyObject *, PyObject *name)
{
    const char *text = PyUnicode_AsUTF8(name);
    if (text == NULL) {
        return NULL;
    }
    if (*text == '\0') {
        PyErr_SetString(SpamError, "no name");
        return NULL;
    }
    return PyLong_FromLong(++seen[text]);
}

static PyMethodDef methods[] = {
    {"see", see, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
