#include "../module.h"

typedef struct {
    PyObject_HEAD
    long count;
} SpamObject;

PyObject *
make(PyTypeObject *type)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->count = 1;
    return (PyObject *)self;
}

int
fill(PyObject *target)
{
    int result = -1;
    PyObject *list = PyList_New(0);
    if (list != NULL) {
        result = PyObject_SetAttrString(target, "list", list);
    }
    Py_XDECREF(list);
    return result;
}

/* The exception is asked for, in place of the result. */
int
fill_asking(PyObject *target)
{
    PyObject *list = PyList_New(0);
    if (PyErr_Occurred()) {
        Py_XDECREF(list);
        return -1;
    }
    int result = PyObject_SetAttrString(target, "list", list);
    Py_DECREF(list);
    return result;
}

/* PyModule_AddObjectRef fails if it is given NULL. */
int
add(PyObject *module)
{
    PyObject *list = PyList_New(0);
    if (PyModule_AddObjectRef(module, "list", list) < 0) {
        Py_XDECREF(list);
        return -1;
    }
    Py_DECREF(list);
    return 0;
}

/* One condition, asked twice. */
int
fill_maybe(PyObject *target, int is_wanted)
{
    PyObject *list = NULL;
    int result = 0;
    if (is_wanted) {
        list = PyList_New(0);
        if (list == NULL) {
            return -1;
        }
        result = PyObject_SetAttrString(target, "list", list);
    }
    if (is_wanted) {
        Py_DECREF(list);
    }
    return result;
}

/* Two conditions that say the same, which cannot be seen. */
int
fill_by_hook(PyObject *target, PyObject **hook)
{
    PyObject *list = NULL;
    if (*hook != Py_None) {
        list = PyList_New(0);
        if (list == NULL) {
            return -1;
        }
    }
    int result = PyObject_SetAttrString(target, "done", Py_True);
    if (*hook != Py_None) {
        Py_DECREF(list);
        return result;
    }
    Py_XDECREF(list);
    return result;
}

PyObject *
copy(const char *text)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, 4);
    if (bytes != NULL) {
        memcpy(PyBytes_AS_STRING(bytes), text, 4);
    }
    return bytes;
}

/* Functions that take NULL for the failure that it stands for. */
PyObject *
number(PyObject *object)
{
    PyObject *text = PyObject_GetAttrString(object, "text");
    PyObject *result = PyNumber_Long(text);
    Py_XDECREF(text);
    return result;
}

/* What is never NULL. */
int
add_value(PyObject *module, PyObject *value)
{
    PyObject *dict = PyModule_GetDict(module);
    return PyDict_SetItemString(dict, "value", value);
}
