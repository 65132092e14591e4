#include "../module.h"

static int
is_ready(PyObject *self)
{
    if (PyObject_HasAttrString(self, "ready")) {
        return 1;
    }
    PyErr_SetString(PyExc_RuntimeError, "not ready");
    return 0;
}

static int
fill(PyObject *list)
{
    return PyList_Append(list, Py_None);
}

static PyObject *
method(PyObject *self, PyObject *args)
{
    PyObject *list, *path = NULL;
    if (!PyArg_ParseTuple(args, "O", &list) || !is_ready(self)) {
        return NULL;
    }
    if (fill(list) < 0 || fill(list)) {
        return NULL;
    }
    if (!PyUnicode_FSConverter(list, &path)) {
        return NULL;
    }
    Py_DECREF(path);
    if (!PyList_Check(list)) {
        return PyErr_Format(PyExc_TypeError, "not a list: %R", list);
    }
    PyObject *item = PyDict_GetItemWithError(self, list);
    if (item == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetObject(PyExc_KeyError, list);
        }
        return NULL;
    }
    return Py_NewRef(item);
}

static PyObject *
convert(PyObject *self, PyObject *value)
{
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    switch (number) {
    case 1:
        return PyUnicode_FromString("one");
    case 2:
        return PyUnicode_FromString("two");
    }
    return NULL; /* the caller has seen to that */
}

static PyObject *
memory(PyObject *self, PyObject *unused)
{
    char *text = PyMem_Malloc(8);
    if (text == NULL) {
        return PyErr_NoMemory();
    }
    char *more = PyMem_Realloc(text, 16);
    if (more == NULL) {
        PyMem_Free(text);
        PyErr_NoMemory();
        return NULL;
    }
    PyMem_Free(more);
    Py_RETURN_NONE;
}

static PyObject *
each(PyObject *self, PyObject *iterator)
{
    PyObject *item;
    while ((item = PyIter_Next(iterator)) != NULL) {
        Py_DECREF(item);
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* What was parsed is no NULL: the author asks for nothing. */
static PyObject *
parsed(PyObject *self, PyObject *args)
{
    PyObject *list;
    if (!PyArg_ParseTuple(args, "O", &list)) {
        return NULL;
    }
    if (list) {
        return Py_NewRef(list);
    }
    else {
        return NULL;
    }
}

/* The end of the iteration needs no exception. */
static PyObject *
Spam_next(PyObject *self)
{
    return NULL;
}

static PyType_Slot slots[] = {{Py_tp_iternext, Spam_next}, {0, NULL}};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots,
};

/* Whether something is there is no question of exceptions. */
static PyObject *
find(PyObject *list, Py_ssize_t i)
{
    return i < PyList_GET_SIZE(list) ? Py_NewRef(PyList_GET_ITEM(list, i)) : NULL;
}

static PyObject *
first(PyObject *self, PyObject *list)
{
    PyObject *item = find(list, 0);
    if (item == NULL) {
        PyErr_SetString(PyExc_IndexError, "empty");
    }
    return item;
}

/* The first call fills the variable, or fails with an exception. */
static PyObject *cleaner;  // want: state-static-object

static PyObject *
clean(PyObject *self, PyObject *text)
{
    if (cleaner == NULL) {
        cleaner = PyObject_GetAttrString(text, "clean");
    }
    if (cleaner == NULL) {
        return NULL;
    }
    return PyObject_CallOneArg(cleaner, text);
}

PyMethodDef methods[] = {
    {"method", method, METH_VARARGS, NULL}, {"convert", convert, METH_O, NULL},
    {"memory", memory, METH_NOARGS, NULL},  {"each", each, METH_O, NULL},
    {"first", first, METH_O, NULL},         {"parsed", parsed, METH_VARARGS, NULL},
    {"clean", clean, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
