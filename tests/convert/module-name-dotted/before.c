/* The name of the definition is that of the import, in a package: nothing is told. */
#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "breakfast.spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&def);
    if (m == NULL) {
        return NULL;
    }
    PyModule_AddObject(m, "one", PyLong_FromLong(1));
    return m;
}
