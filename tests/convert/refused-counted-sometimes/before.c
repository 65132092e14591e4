/* References that are taken on a condition, and stores on all ways. */
#include <Python.h>

static PyObject *kept;
static PyObject *latest;

static PyObject *
spam_keep(PyObject *Py_UNUSED(module), PyObject *value)
{
    if (value != Py_None) {
        Py_INCREF(value);
    }
    kept = value;
    Py_RETURN_NONE;
}

static PyObject *
spam_show(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *value;
    int is_lasting;
    if (!PyArg_ParseTuple(args, "Op", &value, &is_lasting)) {
        return NULL;
    }
    latest = value;
    if (is_lasting) {
        Py_INCREF(latest);
    }
    return PyObject_Str(latest);
}

static PyMethodDef methods[] = {
    {"keep", spam_keep, METH_O, NULL},
    {"show", spam_show, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam);
}
