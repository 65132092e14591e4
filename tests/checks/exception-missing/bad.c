#include "../module.h"

#include <stdlib.h>

/* What is not of the right type is refused without a word. */
static PyObject *
length(PyObject *self, PyObject *value)
{
    if (!PyUnicode_Check(value)) {
        return NULL;  // want: exception-missing
    }
    return PyLong_FromSsize_t(PyUnicode_GET_LENGTH(value));
}

/* Memory that is missing raises nothing by itself. */
static PyObject *
copy(PyObject *self, PyObject *unused)
{
    char *text = PyMem_Malloc(8);
    if (text == NULL) {
        return NULL;  // want: exception-missing
    }
    PyMem_Free(text);
    char *other = malloc(8);
    if (other == NULL) {
        goto error;
    }
    free(other);
    Py_RETURN_NONE;
error:
    return NULL;  // want: exception-missing
}

/* Each call before succeeded. */
static PyObject *
append(PyObject *self, PyObject *list)
{
    PyObject *one = PyLong_FromLong(1);
    if (one == NULL) {
        return NULL;
    }
    int status = PyList_Append(list, one);
    Py_DECREF(one);
    if (status < 0) {
        return NULL;
    }
    return NULL;  // want: exception-missing
}

/* An exception of another call is dropped. */
static PyObject *
attribute(PyObject *self, PyObject *name)
{
    PyObject *value = PyObject_GetAttr(self, name);
    if (value == NULL) {
        PyErr_Clear();
        return NULL;  // want: exception-missing
    }
    return value;
}

/* What a wrapper returns unread. */
static PyObject *
number_impl(PyObject *self, int number)
{
    if (number == 3) {
        return NULL;  // want: exception-missing
    }
    return PyLong_FromLong(number);
}

static PyObject *
number(PyObject *self, PyObject *value)
{
    PyObject *result = NULL;
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) {
        goto exit;
    }
    result = number_impl(self, (int)number);
exit:
    return result;
}

/* Nothing here may have failed to fill the variable. */
static PyObject *cleaner;  // want: state-static-object

int
find_cleaner(PyObject *module)
{
    cleaner = PyObject_GetAttrString(module, "clean");
    return cleaner != NULL ? 0 : -1;
}

static PyObject *
clean(PyObject *self, PyObject *text)
{
    if (cleaner == NULL) {
        return NULL;  // want: exception-missing
    }
    return PyObject_CallOneArg(cleaner, text);
}

/* A number that a call fills by its address says nothing of an exception. */
static PyObject *
wait_impl(PyObject *self, PyObject *buffer)
{
    Py_ssize_t length;
    char *text;
    if (PyBytes_AsStringAndSize(buffer, &text, &length) < 0) {
        return NULL;
    }
    if (length < 0) {
        return NULL;  // want: exception-missing
    }
    return Py_NewRef(self);
}

static PyObject *
wait_twice_impl(PyObject *self, PyObject *buffer)
{
    return wait_impl(self, buffer);
}

static PyObject *
wait_twice(PyObject *self, PyObject *buffer)
{
    return wait_twice_impl(self, buffer);
}

PyMethodDef methods[] = {
    {"wait_twice", wait_twice, METH_O, NULL},
    {"length", length, METH_O, NULL},       {"copy", copy, METH_NOARGS, NULL},
    {"append", append, METH_O, NULL},       {"attribute", attribute, METH_O, NULL},
    {"number", number, METH_O, NULL},       {"clean", clean, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
