/* Constants that are added without a look at the result: a failure ends the import now, where
 * that is a line of its own and nothing is held. */
#include <Python.h>
static PyObject *Error;
static PyObject *
fail(PyObject *self, PyObject *args)
{
    (void)self; (void)args;
    PyErr_SetString(Error, "no");
    return NULL;
}
static PyMethodDef methods[] = {{"fail", fail, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&def);
    PyObject *d;
    if (m == NULL) {
        return NULL;
    }
    d = PyModule_GetDict(m);
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    PyDict_SetItemString(d, "Error", Error);
    PyModule_AddIntConstant(m, "A", 1);
    PyModule_AddIntConstant(m, "LONGER_NAME", /* why */ 2); /* behind */
#ifdef SIGKILL
    PyModule_AddIntConstant(m, "KILL", SIGKILL);
#endif
    if (sizeof(int) == 4)
        PyModule_AddStringConstant(m, "B", "b");
    PyModule_AddIntMacro(m, METH_NOARGS);
    return m;
}
