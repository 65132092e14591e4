/* Functions of the module store new references where they are told. */
#include <Python.h>

static PyObject *latest;
static PyObject *text;

static int
make(PyObject *number, PyObject **out)
{
    *out = PyNumber_Long(number);
    return *out != NULL ? 0 : -1;
}

static int
take(PyObject *list, PyObject **out)
{
    PyObject *item = PyList_GetItem(list, 0);
    if (item == NULL) {
        return -1;
    }
    Py_INCREF(item);
    *out = item;
    return 0;
}

static PyObject *
spam_make(PyObject *Py_UNUSED(module), PyObject *number)
{
    PyObject *value = NULL;
    if (make(number, &value) < 0) {
        return NULL;
    }
    Py_XDECREF(latest);
    latest = value;
    Py_RETURN_TRUE;
}

static PyObject *
spam_take(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *value = NULL;
    if (take(list, &value) < 0) {
        return NULL;
    }
    Py_XSETREF(text, value);
    Py_RETURN_TRUE;
}

static PyMethodDef methods[] = {
    {"make", spam_make, METH_O, NULL},
    {"take", spam_take, METH_O, NULL},
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
