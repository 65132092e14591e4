#include <Python.h>

/* Everything happens where the module could be made, and the creation is part of the question. */
static PyObject *Error;

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    if ((m = PyModule_Create(&spam_module)) != NULL) {
        Error = PyErr_NewException("spam.Error", NULL, NULL);
        if (Error == NULL || PyModule_AddObjectRef(m, "Error", Error) < 0) {
            goto fail;
        }
        if (PyModule_AddIntConstant(m, "one", 1) < 0) {
            goto fail;
        }
        return m;
    fail:
        Py_DECREF(m);
    }
    return NULL;
}
