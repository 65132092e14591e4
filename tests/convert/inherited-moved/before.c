/* What the initialisation of the author loses stays his where the exec function has another
 * name, its lines are broken elsewhere, and the arguments are fields of the state. */
#include <Python.h>

static PyObject *spam_error;

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (spam_error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    if (PyObject_SetAttrString(m, "first", PyObject_CallFunction(spam_error, "s", "first of all")) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
