#include "spam.h"

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    FormatError = PyErr_NewException("spam.FormatError", NULL, NULL);
    ClosedError = PyErr_NewException("spam.ClosedError", NULL, NULL);
    if (FormatError == NULL || ClosedError == NULL
        || PyModule_AddObjectRef(m, "FormatError", FormatError) < 0
        || PyModule_AddObjectRef(m, "ClosedError", ClosedError) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
