/* References that stand in a branch, and are taken for each object. */
#include <Python.h>

static PyObject *kept;
static PyObject *text;

static PyObject *
spam_keep(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *value = NULL;
    if (!PyArg_ParseTuple(args, "|O", &value)) {
        return NULL;
    }
    if (value != NULL) {
        Py_INCREF(value);
    }
    Py_XDECREF(kept);
    kept = value;
    Py_RETURN_NONE;
}

static PyObject *
spam_tell(PyObject *Py_UNUSED(module), PyObject *value)
{
    PyObject *told;
    if (PyUnicode_Check(value)) {
        told = value;
        Py_INCREF(told);
    }
    else {
        told = PyObject_Str(value);
        if (told == NULL) {
            return NULL;
        }
    }
    Py_XSETREF(text, told);
    if (value == Py_None) {
        Py_INCREF(told);
        return told;
    }
    return PyLong_FromSsize_t(PyUnicode_GetLength(text));
}

static PyMethodDef methods[] = {
    {"keep", spam_keep, METH_VARARGS, NULL},
    {"tell", spam_tell, METH_O, NULL},
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
