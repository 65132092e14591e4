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

/* One of the ways gives nothing that fails; what says which is not followed. */
PyObject *
iterate(PyObject *mapping, PyObject **hook)
{
    PyObject *items;
    if (*hook != Py_None) {
        items = PyMapping_Items(mapping);
        if (items == NULL) {
            return NULL;
        }
    }
    else {
        items = NULL;
    }
    PyObject *done = PyObject_Str(mapping);
    if (done == NULL) {
        Py_XDECREF(items);
        return NULL;
    }
    Py_DECREF(done);
    if (*hook != Py_None) {
        PyObject *iterator = PyObject_GetIter(items);
        Py_DECREF(items);
        return iterator;
    }
    Py_RETURN_NONE;
}

/* Each way asks for itself. */
PyObject *
iterate_checked(PyObject *mapping, int is_plain)
{
    PyObject *items;
    if (is_plain) {
        items = PyMapping_Keys(mapping);
        if (items == NULL) {
            return NULL;
        }
    }
    else {
        items = PyMapping_Items(mapping);
        if (items == NULL) {
            return NULL;
        }
    }
    PyObject *iterator = PyObject_GetIter(items);
    Py_DECREF(items);
    return iterator;
}

/* One way only gives it again. */
PyObject *
iterate_again(PyObject *mapping, int is_plain)
{
    PyObject *items = PyMapping_Items(mapping);
    if (items == NULL) {
        return NULL;
    }
    if (is_plain) {
        Py_SETREF(items, PySequence_List(items));
        if (items == NULL) {
            return NULL;
        }
    }
    PyObject *iterator = PyObject_GetIter(items);
    Py_DECREF(items);
    return iterator;
}

/* An exception is asked for before. */
PyObject *
iterate_unraised(PyObject *mapping)
{
    PyObject *items = PyMapping_Items(mapping);
    if (PyErr_Occurred()) {
        return NULL;
    }
    PyObject *iterator = PyObject_GetIter(items);
    Py_DECREF(items);
    return iterator;
}

/* Each frame has code, and a truth is True or False. */
PyObject *
code_name(PyFrameObject *frame, PyObject *known)
{
    PyCodeObject *code = PyFrame_GetCode(frame);
    PyObject *name = Py_NewRef(code->co_name), *is_known = PyBool_FromLong(known == name);
    int failed = PyObject_SetAttrString(known, "is_known", is_known);
    Py_DECREF(is_known);
    Py_DECREF(code);
    if (failed < 0) {
        Py_CLEAR(name);
    }
    return name;
}
