#include "../module.h"

static PyObject *error;  // want: state-static-object

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    0,  // want: claim-size-false
    NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);  // want: init-single-phase
    if (module == NULL) {
        return NULL;
    }
    error = PyErr_NewException("spam.error", NULL, NULL);
    if (PyModule_AddObjectRef(module, "error", error) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
