#include <Python.h>
#include "walk.h"

static PyObject *one_error;
static long n_walks;

/* Nothing here calls visit: walk() does. */
class Raiser : public Visitor {
public:
    virtual bool visit(long n);
};

bool
Raiser::visit(long n)
{
    if (n > 5) {
        PyErr_SetString(one_error, "too big");
        return false;
    }
    return true;
}

static PyObject *
one_walk(PyObject *, PyObject *arg)
{
    long n = PyLong_AsLong(arg);
    Raiser raiser;
    if (n == -1 && PyErr_Occurred()) {
        return NULL;
    }
    n_walks++;
    if (!walk(raiser, n)) {
        return NULL;
    }
    return PyLong_FromLong(n_walks);
}

static PyMethodDef one_methods[] = {
    {"walk", one_walk, METH_O, "Walk."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef one_module = {
    PyModuleDef_HEAD_INIT, "one", "Walks.", -1, one_methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_one(void)
{
    PyObject *m = PyModule_Create(&one_module);
    if (m == NULL) {
        return NULL;
    }
    one_error = PyErr_NewException("one.Error", NULL, NULL);
    if (one_error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(one_error);
    if (PyModule_AddObject(m, "Error", one_error) < 0) {
        Py_DECREF(one_error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
