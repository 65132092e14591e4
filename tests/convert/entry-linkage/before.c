#include <Python.h>

static PyObject *Err;

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(Err, "x");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    -1,
    methods,
};

#ifdef __cplusplus
extern "C"
#endif
PyObject *
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL)
        return NULL;
    Err = PyErr_NewException("spam.Err", NULL, NULL);
    if (Err == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
