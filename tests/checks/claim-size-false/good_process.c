#include "../module.h"

static PyObject *error;  // want: state-static-object

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    error = PyErr_NewException("spam.error", NULL, NULL);
    return PyModule_Create(&spam_module);  // want: init-single-phase
}
