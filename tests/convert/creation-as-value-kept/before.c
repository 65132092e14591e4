#include <Python.h>

/* The variable that the creation sets in a condition is NULL later, if something fails. */
static PyObject *Error;

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m, *dict;
    if ((m = PyModule_Create(&spam_module)) == NULL || (dict = PyModule_GetDict(m)) == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL || PyDict_SetItemString(dict, "Error", Error) < 0
        || PyModule_AddIntConstant(m, "one", 1) < 0)
    {
        Py_DECREF(m);
        m = NULL;
    }
    return m;
}
