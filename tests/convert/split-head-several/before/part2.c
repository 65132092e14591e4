/* Module 2 of five: none waits for the heads of the others. */
#include <Python.h>

static PyObject *
number(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(2);
}

static PyMethodDef methods[] = {
    {"number", number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "part2", NULL, -1, methods, NULL, NULL, NULL, NULL,
};
#endif

PyMODINIT_FUNC
#if PY_MAJOR_VERSION >= 3
PyInit_part2(void)
{
#else
initpart2(void) {
#endif
    PyObject *module = NULL;

#if PY_MAJOR_VERSION >= 3
    module = PyModule_Create(&definition);
#else
    module = Py_InitModule("part2", methods);
#endif

#if PY_MAJOR_VERSION >= 3
    return module;
#else
    return;
#endif
}
