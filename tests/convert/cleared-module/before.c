/* The module is given up, and the variable returned: NULL. */
#include <Python.h>

static PyObject *SpamError;
static PyObject *colours[2];
static const char *const names[] = {"red", "green"};

static PyObject *
spam_colours(PyObject *self, PyObject *unused)
{
    return PyTuple_Pack(2, colours[0], colours[1]);
}

static PyMethodDef spam_methods[] = {
    {"colours", spam_colours, METH_NOARGS, NULL},
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
    PyObject *m = PyModule_Create(&spam_module), *dict;
    int i, status = -1;
    if (m == NULL) {
        return NULL;
    }
    for (i = 0; i < 2; i++) {
        colours[i] = PyUnicode_FromString(names[i]);
        if (colours[i] == NULL) {
            goto done;
        }
    }
    dict = PyModule_GetDict(m);
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL || PyDict_SetItemString(dict, "Error", SpamError) < 0) {
        goto done;
    }
    status = 0;
done:
    if (status < 0) {
        Py_CLEAR(SpamError);
        Py_CLEAR(m);
    }
    return m;
}
