/* What is returned in the end may be given up before: exec would give up what it does not own. */
#include <Python.h>

static PyObject *SpamError;
static int calls;

static PyObject *
call(PyObject *self, PyObject *argument)
{
    if (argument == Py_None) {
        PyErr_SetString(SpamError, "none");
        return NULL;
    }
    return PyLong_FromLong(++calls);
}

static PyMethodDef methods[] = {
    {"call", call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = NULL, *result = NULL;

    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        goto done;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        goto done;
    }
    if (PyModule_AddObjectRef(m, "Error", SpamError) < 0) {
        goto done;
    }
    result = m;
    m = NULL;
done:
    Py_XDECREF(m);
    if (PyErr_Occurred()) {
        Py_CLEAR(result);
    }
    if (result == NULL) {
        Py_CLEAR(SpamError);
    }
    return result;
}
