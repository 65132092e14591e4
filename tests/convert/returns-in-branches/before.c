/* A conditional that only had what the init function returned goes, with its comment; one that
 * has something else stays. */
#include <Python.h>

/* What the init function returns. */
#if PY_MAJOR_VERSION >= 3
#    define INIT_ERROR return NULL
#else
#    define INIT_ERROR return
#endif

/* The end of it, and a name. */
#if PY_MAJOR_VERSION >= 3
#define INIT_DONE return module
#define VERSION_NAME "three"
#else
#define INIT_DONE return
#define VERSION_NAME "two"
#endif

static PyObject *
version(PyObject *self, PyObject *args)
{
    return PyUnicode_FromString(VERSION_NAME);
}

static PyMethodDef methods[] = {
    {"version", version, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, methods, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL)
        INIT_ERROR;
    if (PyModule_AddIntConstant(module, "one", 1) < 0)
        INIT_ERROR;
    INIT_DONE;
}
