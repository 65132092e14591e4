#include <Python.h>
static PyObject *names[2];
static PyObject *kind(PyObject *m, PyObject *o)
{
    PyObject *k = names[PyLong_Check(o) ? 0 : 1];
    Py_INCREF(k);
    return k;
}
static PyObject *other_kind(PyObject *m, PyObject *o)
{
    int i = PyLong_Check(o) ? 0 : 1;
    PyObject *k = names[i];
    Py_INCREF(k);
    return k;
}
static PyMethodDef ms[] = { {"kind", kind, METH_O}, {"other_kind", other_kind, METH_O}, {0} };
static PyModuleDef def = { PyModuleDef_HEAD_INIT, "spam", NULL, -1, ms };
PyMODINIT_FUNC PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&def);
    if (!m) return NULL;
    names[0] = PyUnicode_FromString("a");
    names[1] = PyUnicode_FromString("b");
    if (!names[0] || !names[1]) { Py_DECREF(m); return NULL; }
    return m;
}
