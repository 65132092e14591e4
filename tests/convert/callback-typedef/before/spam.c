/* The state has a field of a type that takes the state: the header declares the state, then
 * the type, then the struct. */
#include <Python.h>
#include "nodelib.h"

static PyObject *visitor;

static int
on_each(int number, void *data)
{
    (void)data;
    PyObject *result = PyObject_CallFunction(visitor, "i", number);
    if (result == NULL) {
        return -1;
    }
    Py_DECREF(result);
    return 0;
}

static PyObject *
walk(PyObject *self, PyObject *callable)
{
    Py_INCREF(callable);
    Py_XSETREF(visitor, callable);
    nodelib_on_event(on_each, NULL);
    if (nodelib_walk(3, on_each, NULL) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
fire(PyObject *self, PyObject *unused)
{
    if (nodelib_fire(4) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"walk", walk, METH_O, NULL},
    {"fire", fire, METH_NOARGS, NULL},
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
