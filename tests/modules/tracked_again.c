/* A function tells the collector of an object that it knows: CPython ends the process, also
 * in the main interpreter.  The other function is right. */
#include "module.h"

static PyObject *
collect(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    return PyList_New(0);
}

static PyObject *
gather(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    PyObject *list = PyList_New(0);
    if (list != NULL) {
        PyObject_GC_Track(list);
    }
    return list;
}

static PyMethodDef functions[] = {
    {"collect", collect, METH_NOARGS, NULL},
    {"gather", gather, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(tracked_again, execute, functions, OWN_GIL)
