/* Isolated: buffers that grow out of what small blocks are made for. */
#include "module.h"

#include <string.h>

/* Returns NULL with an exception set if a byte was lost. */
static PyObject *
grow(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    size_t size = 124;
    char *buffer = PyMem_Malloc(size);
    while (buffer != NULL && size < 20000) {
        memset(buffer, (char)size, size);
        char *grown = PyMem_Realloc(buffer, 2 * size);
        if (grown == NULL || grown[0] != (char)size || grown[size - 1] != (char)size) {
            PyMem_Free(grown != NULL ? grown : buffer);
            PyErr_SetString(PyExc_SystemError, "the buffer is not what it was");
            return NULL;
        }
        buffer = grown;
        size *= 2;
    }
    if (buffer == NULL) {
        return PyErr_NoMemory();
    }
    PyMem_Free(buffer);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"grow", grow, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(clean_buffers, execute, methods, OWN_GIL)
