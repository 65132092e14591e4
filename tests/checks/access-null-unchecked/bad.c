#include "../module.h"

typedef struct {
    PyObject_HEAD
    long count;
} SpamObject;

PyObject *
make(PyTypeObject *type)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    self->count = 1;  // want: access-null-unchecked
    return (PyObject *)self;
}

int
fill(PyObject *target)
{
    PyObject *list = PyList_New(0);
    int result = PyObject_SetAttrString(target, "list", list);
    Py_DECREF(list);  // want: access-null-unchecked
    return result;
}

/* A macro that reads the object. */
PyObject *
copy(const char *text)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, 4);
    memcpy(PyBytes_AS_STRING(bytes), text, 4);  // want: access-null-unchecked
    return bytes;
}

PyObject *
pair(PyObject *first, PyObject *second)
{
    PyObject *tuple = PyTuple_New(2);
    PyTuple_SET_ITEM(tuple, 0, Py_NewRef(first));  // want: access-null-unchecked
    PyTuple_SET_ITEM(tuple, 1, Py_NewRef(second));
    return tuple;
}

/* Functions that read it, too. */
PyObject *
counted(PyObject *key, PyObject *value)
{
    PyObject *dict = PyDict_New();
    if (PyDict_SetItem(dict, key, value) < 0) {  // want: access-null-unchecked
        Py_XDECREF(dict);
        return NULL;
    }
    return dict;
}

PyObject *
imported(void)
{
    PyObject *module = PyImport_ImportModule("json");
    PyObject *function = PyObject_GetAttrString(module, "dumps");  // want: access-null-unchecked
    Py_XDECREF(module);
    return function;
}

/* The last call fails, whichever it was. */
PyObject *
iterate(PyObject *mapping, int is_plain)
{
    PyObject *items;
    if (PyDict_CheckExact(mapping)) {
        items = PyDict_Items(mapping);
    }
    else if (is_plain) {
        items = PyMapping_Keys(mapping);
    }
    else {
        items = PyMapping_Items(mapping);
    }
    PyObject *iterator = PyObject_GetIter(items);  // want: access-null-unchecked
    Py_XDECREF(items);
    return iterator;
}

PyObject *
iterate_either(PyObject *mapping, int is_plain)
{
    PyObject *items = is_plain ? PyMapping_Keys(mapping) : PyMapping_Items(mapping);
    PyObject *iterator = PyObject_GetIter(items);  // want: access-null-unchecked
    Py_XDECREF(items);
    return iterator;
}

/* An exception is asked for, but not before. */
int
count_items(PyObject *mapping)
{
    int n_items = 0;
    PyObject *items = PyMapping_Items(mapping), *item;
    PyObject *iterator = PyObject_GetIter(items);  // want: access-null-unchecked
    Py_XDECREF(items);
    if (iterator == NULL) {
        return -1;
    }
    while ((item = PyIter_Next(iterator)) != NULL) {
        Py_DECREF(item);
        n_items++;
    }
    Py_DECREF(iterator);
    return PyErr_Occurred() ? -1 : n_items;
}
