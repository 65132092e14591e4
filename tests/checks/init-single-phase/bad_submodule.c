/* Only what the import gets counts, not the submodule that is made beside it. */
#include <Python.h>

static struct PyModuleDef sub_module = {PyModuleDef_HEAD_INIT, "spam.sub", NULL, 0, NULL};

static PyObject *
make_sub(void)
{
    return PyModule_Create(&sub_module);
}

static struct PyModuleDef spam_module = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);  // want: init-single-phase
    if (module == NULL) {
        return NULL;
    }
    PyObject *sub = make_sub();
    if (PyModule_AddObject(module, "sub", sub) < 0) {
        Py_XDECREF(sub);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
