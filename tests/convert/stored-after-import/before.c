/* Borrowed references that are stored when functions run, again and again; and references that
 * go from one variable to another. */
#include <Python.h>

static PyObject *memo, *latest, *known, *found;
static PyObject *last, *previous;
static PyObject *left, *right;
static PyObject *current;
static PyObject *packed;
static struct {
    PyObject *key, *value;
} best, saved;

static PyObject *
remember(PyObject *self, PyObject *args)
{
    PyObject *second;

    if (PyTuple_GET_SIZE(args) < 2) {
        memo = NULL;
        Py_RETURN_NONE;
    }
    second = PyTuple_GetItem(args, 1);
    memo = PyTuple_GetItem(args, 0);
    if (second != Py_None)
        latest = second;
    Py_RETURN_NONE;
}

static PyObject *
memory(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("OO", memo != NULL ? memo : Py_None,
                         latest != NULL ? latest : Py_None);
}

static PyObject *
find(PyObject *self, PyObject *mapping)
{
    if (known == NULL) {
        known = PyDict_GetItemString(mapping, "known");
    }
    found = PyDict_GetItemString(mapping, "found");
    if (found != NULL) {
        Py_INCREF(found);
        return found;
    }
    Py_XINCREF(known);
    return known;
}

static PyObject *
shift(PyObject *self, PyObject *value)
{
    Py_XDECREF(previous);
    previous = last;
    Py_INCREF(value);
    last = value;
    Py_RETURN_NONE;
}

static PyObject *
fill(PyObject *self, PyObject *args)
{
    PyObject *one, *two;

    if (!PyArg_ParseTuple(args, "OO:fill", &one, &two)) {
        return NULL;
    }
    Py_INCREF(one);
    Py_XDECREF(left);
    left = one;
    Py_INCREF(two);
    Py_XDECREF(right);
    right = two;
    Py_RETURN_NONE;
}

static PyObject *
swap(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *other = left;
    left = right;
    right = other;
    Py_RETURN_NONE;
}

static PyObject *
rate(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    Py_XDECREF(saved.key);
    Py_XDECREF(saved.value);
    saved.key = best.key;
    saved.value = best.value;
    best.key = best.value = NULL;
    Py_XDECREF(best.key);
    best.key = last;
    last = NULL;
    Py_RETURN_NONE;
}

static PyObject *
with_current(PyObject *self, PyObject *args)
{
    PyObject *outer = current, *result;

    if (PyTuple_GET_SIZE(args) != 2) {
        PyErr_SetString(PyExc_TypeError, "two arguments, please");
        return NULL;
    }
    current = PyTuple_GET_ITEM(args, 0);
    result = PyObject_CallObject(PyTuple_GET_ITEM(args, 1), NULL);
    current = outer;
    return result;
}

static PyObject *
get_current(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    if (current == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(current);
    return current;
}

/* The tuple takes one of two references over. */
static PyObject *
pack(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *tuple = PyTuple_New(1), *item;

    if (tuple == NULL) {
        return NULL;
    }
    item = PyList_New(0);
    if (item == NULL) {
        Py_DECREF(tuple);
        return NULL;
    }
    Py_XDECREF(packed);
    packed = item;
    Py_INCREF(item);
    PyTuple_SET_ITEM(tuple, 0, item);
    return tuple;
}

static PyMethodDef spam_methods[] = {
    {"remember", remember, METH_VARARGS, NULL},
    {"memory", memory, METH_NOARGS, NULL},
    {"find", find, METH_O, NULL},
    {"shift", shift, METH_O, NULL},
    {"fill", fill, METH_VARARGS, NULL},
    {"swap", swap, METH_NOARGS, NULL},
    {"rate", rate, METH_NOARGS, NULL},
    {"with_current", with_current, METH_VARARGS, NULL},
    {"get_current", get_current, METH_NOARGS, NULL},
    {"pack", pack, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
