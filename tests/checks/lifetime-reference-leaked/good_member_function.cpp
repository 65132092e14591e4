// Member functions that release, return or keep what they make.
#include "../module.h"

struct Spam {
    PyObject *name;
    PyObject *list(PyObject *arg);
    int keep(PyObject *arg);
};

PyObject *
Spam::list(PyObject *arg)
{
    PyObject *made = PyList_New(0);
    if (made == NULL) {
        return NULL;
    }
    if (PyList_Append(made, arg) < 0) {
        Py_DECREF(made);
        return NULL;
    }
    return made;
}

int
Spam::keep(PyObject *arg)
{
    PyObject *made = PyObject_Repr(arg);
    if (made == NULL) {
        return -1;
    }
    Py_XDECREF(name);
    name = made;
    Py_INCREF(arg);
    this->name = arg;
    return 0;
}
