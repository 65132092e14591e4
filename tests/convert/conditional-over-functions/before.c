/* A conditional that begins in one function and ends behind the next; its other branch has
 * never been compiled. */
#include <Python.h>

static PyObject *Error;

static PyObject *
first(long number)
{
#ifndef SPAM_SMALL
    long twice = 2 * number;

    return PyLong_FromLong(twice);
}

static PyObject *
second(long number)
{
    long thrice = 3 * number;

    if (number > 9) {
        PyErr_SetNone(Error);
        return NULL;
    }
    return PyLong_FromLong(thrice);
}
#else
static PyObject *
first(long number)
{
    (void)number;
    PyErr_SetNone(Error);
    return NULL;
}

static PyObject *
second(long number)
{
    (void)number;
    PyErr_SetNone(Error);
    return NULL;
}
#endif

static PyObject *
spam_both(PyObject *Py_UNUSED(module), PyObject *argument)
{
    PyObject *result;
    long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    result = first(number);
    Py_XSETREF(result, second(number));
    return result;
}

static PyMethodDef methods[] = {
    {"both", spam_both, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam);
    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL || PyModule_AddObjectRef(module, "Error", Error) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
