#include "../module.h"

static PyObject *
releases_again(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *text = PyObject_Str(arg);
    if (text == NULL) {
        return NULL;
    }
    Py_ssize_t size = PyUnicode_GetLength(text);
    Py_DECREF(text);
    if (size < 0) {
        Py_DECREF(text);  // want: lifetime-released-twice
        return NULL;
    }
    return PyLong_FromSsize_t(size);
}

static PyObject *
releases_at_error(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *item = PyObject_Str(arg), *pair = NULL;
    if (item == NULL) {
        goto error;
    }
    pair = PyTuple_New(2);
    if (pair == NULL) {
        goto error;
    }
    PyTuple_SET_ITEM(pair, 0, item);
    PyObject *other = PyObject_Repr(arg);
    if (other == NULL) {
        goto error;
    }
    PyTuple_SET_ITEM(pair, 1, other);
    return pair;
error:
    Py_XDECREF(item);  // want: lifetime-released-twice
    Py_XDECREF(pair);
    return NULL;
}

/* A helper releases it, too. */
static int
consume(PyObject *list, PyObject *object)
{
    int result = PyList_Append(list, object);
    Py_DECREF(object);
    return result;
}

static PyObject *
releases_after_helper(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *text = PyObject_Str(arg);
    if (text == NULL) {
        return NULL;
    }
    if (consume(arg, text) < 0) {
        Py_DECREF(text);  // want: lifetime-released-twice
        return NULL;
    }
    Py_RETURN_NONE;
}

static int
spam_exec(PyObject *module)
{
    PyObject *error = PyErr_NewException("spam.Error", NULL, NULL);
    if (PyModule_AddObject(module, "Error", error) < 0) {
        Py_XDECREF(error);
        return -1;
    }
    Py_DECREF(error);  // want: lifetime-released-twice
    PyObject *version = PyUnicode_FromString("1.0");
    if (version == NULL) {
        return -1;
    }
    int result = PyModule_AddObject(module, "version", version);
    Py_DECREF(version);  // want: lifetime-released-twice
    return result;
}

static PyMethodDef methods[] = {
    {"releases_again", releases_again, METH_O, NULL},
    {"releases_at_error", releases_at_error, METH_O, NULL},
    {"releases_after_helper", releases_after_helper, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

/* The arguments of a call are lent to it. */
PyObject *
call_with(PyObject *callable, PyObject *object)
{
    PyObject *text = PyObject_Str(object);
    if (text == NULL) {
        return NULL;
    }
    PyObject *arguments[2] = {object, text};
    PyObject *result = PyObject_Vectorcall(callable, arguments, 2, NULL);
    Py_DECREF(text);
    Py_DECREF(text);  // want: lifetime-released-twice
    return result;
}
