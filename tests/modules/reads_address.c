/* A function that reads from an address that it is given crashes with a bad one: that is
 * what it is for. */
#include "module.h"

static PyObject *
read_word(PyObject *module, PyObject *address)
{
    (void)module;
    void *pointer = PyLong_AsVoidPtr(address);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(*(volatile int *)pointer);
}

static PyObject *
measure(PyObject *module, PyObject *text)
{
    (void)module;
    Py_ssize_t size = PyObject_Size(text);
    return size < 0 ? NULL : PyLong_FromSsize_t(size);
}

static PyMethodDef functions[] = {
    {"measure", measure, METH_O, NULL},
    {"read_word", read_word, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(reads_address, execute, functions, OWN_GIL)
