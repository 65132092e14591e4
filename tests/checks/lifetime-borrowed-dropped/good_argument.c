#include "../module.h"

/* Each release has its reference. */
static PyObject *
replaces(PyObject *module, PyObject *arg)
{
    (void)module;
    if (PyUnicode_Check(arg)) {
        Py_INCREF(arg);
    }
    else {
        arg = PyObject_Str(arg);
        if (arg == NULL) {
            return NULL;
        }
    }
    PyObject *result = PyObject_Repr(arg);
    Py_DECREF(arg);
    return result;
}

/* Taken apart out of what the function owns. */
static PyObject *
undoes(PyObject *module, PyObject *list)
{
    (void)module;
    PyObject *key, *value;
    if (!PyArg_ParseTuple(PyList_GetItem(list, 0), "OO", &key, &value)) {
        return NULL;
    }
    Py_DECREF(value);
    Py_RETURN_NONE;
}

/* It takes over what it is given. */
static PyObject *
listed(PyObject *object)
{
    PyObject *list = PyList_New(1);
    if (list == NULL) {
        Py_DECREF(object);
        return NULL;
    }
    PyList_SET_ITEM(list, 0, object);
    return list;
}

static PyObject *
gives_away(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *key, *value = NULL;
    if (!PyArg_ParseTuple(args, "O|O", &key, &value)) {
        return NULL;
    }
    if (value == NULL) {
        value = PyObject_Str(key);
        if (value == NULL) {
            return NULL;
        }
    }
    else {
        Py_INCREF(value);
    }
    PyObject *list = listed(Py_NewRef(key));
    if (list != NULL && PyList_Append(list, value) < 0) {
        Py_CLEAR(list);
    }
    Py_DECREF(value);
    return list;
}

/* It holds itself until it is closed. */
struct connection {
    PyObject_HEAD
    int is_closed;
};

static PyObject *
close_it(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    struct connection *connection = (struct connection *)self;
    if (connection->is_closed) {
        Py_RETURN_NONE;
    }
    connection->is_closed = 1;
    Py_DECREF(connection);
    Py_RETURN_NONE;
}

static PyObject *
end(struct connection *self, PyObject *Py_UNUSED(ignored))
{
    if (self->is_closed) {
        Py_RETURN_NONE;
    }
    self->is_closed = 1;
    Py_DECREF(self);
    Py_RETURN_NONE;
}

PyMethodDef connection_methods[] = {
    {"close", close_it, METH_NOARGS, NULL},
    {"end", (PyCFunction)(void (*)(void))end, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef methods[] = {
    {"replaces", replaces, METH_O, NULL},
    {"undoes", undoes, METH_O, NULL},
    {"gives_away", gives_away, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};
