#include <Python.h>

#if PY_MAJOR_VERSION >= 3

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, NULL, NULL, NULL, NULL, NULL
};

#define INIT_ERROR return NULL

    PyMODINIT_FUNC
    PyInit_spam(void)

#else
#define INIT_ERROR return

    void
    initspam(void)

#endif
{
#if PY_MAJOR_VERSION >= 3
    PyObject *m = PyModule_Create(&spam_module);
#else
    PyObject *m = Py_InitModule("spam", NULL);
#endif
    if (m == NULL)
        INIT_ERROR;
#ifdef SPAM_LIMIT
    if (PyModule_AddIntConstant(m, "LIMIT", SPAM_LIMIT) < 0)
        INIT_ERROR;
#ifdef SPAM_EMPTY
    return m;
#endif
    if (PyModule_AddIntConstant(m, "SEVEN", 7) < 0) {
        Py_DECREF(m);
        return (NULL);
    }
#endif
#if PY_MAJOR_VERSION >= 3
    return m;
#endif
}
