/* The function expects an argument, but its method definition says that it takes none: it
 * passes on NULL. */
#include "module.h"

static PyObject *
describe(PyObject *module, PyObject *value)
{
    (void)module;
    Py_ssize_t size = PyObject_Size(value);
    return size < 0 ? NULL : PyLong_FromSsize_t(size);
}

static PyObject *
admit(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"admit", admit, METH_NOARGS, NULL},
    {"describe", describe, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(passes_null, execute, functions, OWN_GIL)
