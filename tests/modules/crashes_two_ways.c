/* One function with two crashes: by an address that it is given, which is what it is
 * for, and by a text without a question mark, which is its fault.  Two findings. */
#include "module.h"

#include <string.h>

static PyObject *
peek(PyObject *module, PyObject *place)
{
    (void)module;
    if (PyUnicode_Check(place)) {
        const char *text = PyUnicode_AsUTF8(place);
        const char *end = text != NULL ? strchr(text, '?') : NULL;
        return PyLong_FromLong(*(const volatile char *)end);
    }
    void *pointer = PyLong_AsVoidPtr(place);
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
    {"peek", peek, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(crashes_two_ways, execute, functions, OWN_GIL)
