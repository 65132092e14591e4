/* Module 5 of five: none waits for the heads of the others. */
#include <Python.h>

static PyObject *
number(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(5);
}

static PyMethodDef methods[] = {
    {"number", number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "part5", NULL, -1, methods, NULL, NULL, NULL, NULL,
};
#endif

PyMODINIT_FUNC
#if PY_MAJOR_VERSION >= 3
PyInit_part5(void)
{
#else
initpart5(void) {
#endif
    PyObject *module = NULL;

#if PY_MAJOR_VERSION >= 3
    module = PyModule_Create(&definition);
#else
    module = Py_InitModule("part5", methods);
#endif

#if PY_MAJOR_VERSION >= 3
    return module;
#else
    return;
#endif
}
