/* Calls store borrowed references in locals that began as NULL. */
#include <Python.h>

static struct {
    int n;
    PyObject *value;
} box;
static PyObject *slots[2];
static PyObject *latest;

static int
fill(PyObject *list, PyObject **out)
{
    *out = PyList_GetItem(list, 0);
    return *out != NULL ? 0 : -1;
}

static PyObject *
spam_box(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *value = NULL;
    if (!PyArg_ParseTuple(args, "|O", &value)) {
        return NULL;
    }
    if (value != NULL && PyUnicode_CheckExact(value)) {
        PyUnicode_InternInPlace(&value);
    }
    box.value = value;
    return PyLong_FromLong(++box.n);
}

static PyObject *
spam_slot(PyObject *Py_UNUSED(module), PyObject *dict)
{
    PyObject *value = NULL;
    Py_ssize_t position = 0;
    if (!PyDict_Next(dict, &position, NULL, &value)) {
        Py_RETURN_NONE;
    }
    slots[1] = value;
    Py_RETURN_TRUE;
}

static PyObject *
spam_latest(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *value = NULL;
    if (fill(list, &value) < 0) {
        return NULL;
    }
    latest = value;
    Py_RETURN_TRUE;
}

static PyMethodDef methods[] = {
    {"box", spam_box, METH_VARARGS, NULL},
    {"slot", spam_slot, METH_O, NULL},
    {"latest", spam_latest, METH_O, NULL},
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
