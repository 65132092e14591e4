#include <Python.h>

/* A block that a failure leaves with `break`. */
static PyObject *Error;

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = NULL;
    do {
        m = PyModule_Create(&spam_module);
        if (m == NULL) {
            break;
        }
        Error = PyErr_NewException("spam.Error", NULL, NULL);
        if (Error == NULL || PyModule_AddObjectRef(m, "Error", Error) < 0) {
            Py_CLEAR(m);
            break;
        }
        if (PyModule_AddIntConstant(m, "one", 1) < 0) {
            Py_DECREF(m);
            m = NULL;
        }
    } while (0);
    return m;
}
