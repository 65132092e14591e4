/* Each module has its own macro for the way out: it goes, as nothing of its file uses it. */
#include <Python.h>

#if PY_MAJOR_VERSION >= 3

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    "ham",
    NULL,
    -1,
    NULL
};

#define INITERROR return NULL

PyMODINIT_FUNC
PyInit_ham(void)

#else

#define INITERROR return

PyMODINIT_FUNC
initham(void)

#endif

{
    PyObject *m;

#if PY_MAJOR_VERSION >= 3
    m = PyModule_Create(&module_def);
#else
    m = Py_InitModule("ham", NULL);
#endif
    if (m == NULL)
        INITERROR;
    if (PyModule_AddIntConstant(m, "answer", 42) < 0)
        INITERROR;

#if PY_MAJOR_VERSION >= 3
    return m;
#endif
}
