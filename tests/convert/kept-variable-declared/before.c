/* The variable is declared with the module, owns it, and is returned in branches. */
#include <Python.h>

static int wants_nothing;

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (!module)
        return module;
    if (wants_nothing)
        return module;
    if (PyModule_AddIntConstant(module, "answer", 42) < 0)
        goto error;
    if (PyModule_AddIntConstant(module, "question", 6) < 0) {
        Py_CLEAR(module);
    }
    return module;

error:
    Py_DECREF(module);
    module = NULL;
    return module;
}
