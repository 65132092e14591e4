#include "../module.h"

PyObject *
look(PyObject *object)
{
    PyObject *name = PyUnicode_FromString("spam");
    if (name == NULL) {
        return NULL;
    }
    PyObject *value = PyObject_GetAttr(object, name);
    Py_DECREF(name);
    return value;
}

/* The list holds it. */
int
add(PyObject *list, PyObject *object)
{
    PyObject *name = PyUnicode_FromString("spam");
    if (name == NULL) {
        return -1;
    }
    if (PyList_Append(list, name) < 0) {
        Py_DECREF(name);
        return -1;
    }
    Py_DECREF(name);
    return PyObject_SetAttr(object, name, list);
}

/* Another object. */
PyObject *
look_twice(PyObject *object)
{
    PyObject *name = PyUnicode_FromString("spam");
    if (name == NULL) {
        return NULL;
    }
    Py_DECREF(name);
    name = PyUnicode_FromString("eggs");
    if (name == NULL) {
        return NULL;
    }
    PyObject *value = PyObject_GetAttr(object, name);
    Py_DECREF(name);
    return value;
}

/* What is made from a string is bytes: the last branch is never taken with it. */
int
encode(PyObject *text)
{
    if (PyUnicode_Check(text)) {
        text = PyUnicode_AsASCIIString(text);
        if (text == NULL) {
            return -1;
        }
    }
    else {
        Py_INCREF(text);
    }
    if (!PyBytes_Check(text)) {
        Py_DECREF(text);
        PyErr_Format(PyExc_TypeError, "bytes expected, not %s", Py_TYPE(text)->tp_name);
        return -1;
    }
    Py_DECREF(text);
    return 0;
}

/* The module goes on to hold what it is asked for. */
PyObject *
call_shared(PyObject *module)
{
    PyObject *shared = PyObject_GetAttrString(module, "shared");
    if (shared == NULL) {
        return NULL;
    }
    Py_DECREF(shared);
    return PyObject_CallNoArgs(shared);
}
