#include <Python.h>

static struct PyModuleDef spam_module = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL};

static PyObject *
make(void)
{
    PyObject *module;
    if ((module = PyModule_Create(&spam_module)) == NULL) {  // want: init-single-phase
        return NULL;
    }
    return module;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return make();
}
