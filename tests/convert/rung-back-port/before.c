/* A function that has the name of CPython's gets no state: in other builds its callers call that
 * one. */
#include <Python.h>

static PyObject *masks;

#ifdef SPAM_OWN_MASK
#undef Py_CHARMASK
static int
Py_CHARMASK(int byte)
{
    if (masks == NULL) {
        masks = PyList_New(0);
    }
    return byte & 0xff;
}
#endif

static PyObject *
mask(PyObject *self, PyObject *number)
{
    long value = PyLong_AsLong(number);
    if (value == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return PyLong_FromLong(Py_CHARMASK((int)value));
}

static PyObject *
last(PyObject *self, PyObject *unused)
{
    PyObject *found = masks != NULL ? masks : Py_None;
    Py_INCREF(found);
    return found;
}

static PyMethodDef methods[] = {
    {"mask", mask, METH_O, NULL},
    {"last", last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
