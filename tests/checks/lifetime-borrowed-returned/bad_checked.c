/* Objects whose type was asked for before.
 * Also on Python 3.14: only there Py_TYPE calls a function of another name. */
#include "../module.h"

static PyObject *
text_of(PyObject *object)
{
    if (PyBytes_Check(object)) {
        return PyUnicode_FromEncodedObject(object, "utf-8", "strict");
    }
    if (!PyUnicode_Check(object)) {
        return PyObject_Str(object);
    }
    return object;  // want: lifetime-borrowed-returned
}

static PyObject *
spam(PyObject *self, PyObject *argument)
{
    return text_of(argument);
}

static PyObject *
known(PyObject *self, PyObject *dict)
{
    PyObject *key = PyUnicode_FromString("spam");
    if (key == NULL) {
        return NULL;
    }
    PyObject *value = PyDict_GetItemWithError(dict, key);
    Py_DECREF(key);
    if (value != NULL && Py_REFCNT(value) > 1) {
        return value;  // want: lifetime-borrowed-returned
    }
    return PyObject_Str(dict);
}

PyMethodDef methods[] = {
    {"spam", spam, METH_O, NULL},
    {"known", known, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
