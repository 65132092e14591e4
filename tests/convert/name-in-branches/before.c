/* Only the name of the init function is in branches, and the definition is in one of its own:
 * nothing is left of them, and of an exec function that would do nothing. */
#include <Python.h>

static PyObject *
answer(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(42);
}

static PyMethodDef spam_methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    0,
    spam_methods,
    NULL
};
#endif

PyMODINIT_FUNC
#if PY_MAJOR_VERSION >= 3
PyInit_spam(void)
#else
initspam(void)
#endif
{
#if PY_MAJOR_VERSION >= 3
    return PyModule_Create(&module_def);
#else
    (void)Py_InitModule3("spam", spam_methods, NULL);
#endif
}
