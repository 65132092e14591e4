/* Functions that refuse some arguments, with an exception, and give back what they took;
 * each faulty module that includes it forgets one of these, or does not ask whether a
 * conversion failed, with a macro. */
#include "module.h"

static PyObject *
root(PyObject *module, PyObject *object)
{
    (void)module;
    double value = PyFloat_AsDouble(object);
    if (value == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    if (value < 0) {
#ifndef FORGETS_THE_EXCEPTION
        PyErr_SetString(PyExc_ValueError, "not negative");
#endif
        return NULL;
    }
    return PyFloat_FromDouble(value);
}

static PyObject *
sum(PyObject *module, PyObject *object)
{
    (void)module;
    PyObject *items = PySequence_List(object);
    if (items == NULL) {
        return NULL;
    }
    double total = 0;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(items); i++) {
        double value = PyFloat_AsDouble(PyList_GET_ITEM(items, i));
        if (value == -1.0 && PyErr_Occurred()) {
#ifndef KEEPS_THE_LIST
            Py_DECREF(items);
#endif
            return NULL;
        }
        total += value;
    }
    Py_DECREF(items);
    return PyFloat_FromDouble(total);
}

static PyObject *
wrap(PyObject *module, PyObject *object)
{
    (void)module;
    PyObject *number = PyNumber_Long(object);
#ifndef TRUSTS_THE_CONVERSION
    if (number == NULL) {
        return NULL;
    }
#endif
    if (!Py_IS_TYPE(number, &PyLong_Type)) {
        Py_DECREF(number);
        Py_RETURN_NONE;
    }
    return number;
}

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

static PyMethodDef methods[] = {
    {"root", root, METH_O, NULL},
    {"sum", sum, METH_O, NULL},
    {"wrap", wrap, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
