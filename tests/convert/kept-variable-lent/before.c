/* The variable is never given up: it needs no reference. */
#include <Python.h>

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;

    if ((module = PyModule_Create(&spam_module)) == NULL)
        return NULL;
    if (PyModule_AddIntConstant(module, "answer", 42) < 0)
        goto error;
error:
    if (PyErr_Occurred()) {
        PyErr_SetString(PyExc_ImportError, "init failed");
        module = NULL;
    }
    return module;
}
