// A destructor, or who has a reference to the pointer, may release it.
#include "../module.h"

struct owner {
    PyObject *&object;
    ~owner() { Py_XDECREF(object); }
};

static void
release(PyObject *&object)
{
    Py_CLEAR(object);
}

struct holder {
    explicit holder(PyObject *object) : object(object) {}
    ~holder() { Py_DECREF(object); }
    PyObject *object;
};

holder *held;

extern "C" {

static PyObject *
taken(PyObject *self, PyObject *argument)
{
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return NULL;
    }
    held = new holder(list);
    return PyLong_FromLong(1);
}

static PyObject *
listed(PyObject *self, PyObject *argument)
{
    PyObject *list = PyList_New(0);
    owner keeps{list};
    if (list == NULL || PyList_Append(list, argument) < 0) {
        return NULL;
    }
    return PyLong_FromLong(1);
}

static PyObject *
released(PyObject *self, PyObject *argument)
{
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return NULL;
    }
    if (PyList_Append(list, argument) < 0) {
        release(list);
        return NULL;
    }
    return list;
}

PyMethodDef methods[] = {
    {"listed", listed, METH_O, NULL},
    {"released", released, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
}
