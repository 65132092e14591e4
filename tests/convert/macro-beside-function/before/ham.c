/* The header gives the names of its macros to functions in the branch for the module that has them:
 * no use of the macros, and no place for the state of this module. */
#include "api.h"

static PyObject *HamError;

static PyObject *
twice(PyObject *self, PyObject *arg)
{
    int number = Spam_Number(arg);
    if (number > 100) {
        PyErr_SetString(HamError, "too large");
        return NULL;
    }
    return Spam_New(2 * number);
}

static PyMethodDef methods[] = {
    {"twice", twice, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "ham", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_ham(void)
{
    if (import_spam() < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&def);
    if (m == NULL) {
        return NULL;
    }
    HamError = PyErr_NewException("ham.Error", NULL, NULL);
    if (HamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
