/* A right function that makes an object and a block and gives them back where it fails;
 * each faulty module that includes it forgets one, or asks for none, with a macro. */
#include "module.h"

#include <string.h>

static PyObject *
pair_of(PyObject *first)
{
    PyObject *second = PyBytes_FromStringAndSize(NULL, 3000);
    if (second == NULL) {
        return NULL;
    }
    memset(PyBytes_AS_STRING(second), 'a', 3000);
    PyObject *pair = PyTuple_Pack(2, first, second);
    Py_DECREF(second);
    return pair;
}

static PyObject *
copy(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    PyObject *first = PyByteArray_FromStringAndSize("abc", 3);
    if (first == NULL) {
        return NULL;
    }
    char *text = PyMem_Malloc(300);
#ifndef TRUSTS_THE_ALLOCATOR
    if (text == NULL) {
        Py_DECREF(first);
        return PyErr_NoMemory();
    }
#endif
    memset(text, 'a', 300);
    PyObject *pair = pair_of(first);
#ifdef FORGETS_THE_OBJECT
    if (pair == NULL) {
        PyMem_Free(text);
        return NULL;
    }
#endif
    Py_DECREF(first);
#ifdef FORGETS_THE_BLOCK
    if (pair == NULL) {
        return NULL;
    }
#endif
    PyMem_Free(text);
    return pair;
}

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

static PyMethodDef methods[] = {
    {"copy", copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
