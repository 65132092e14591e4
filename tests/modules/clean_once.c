/* A table of C numbers that the first user computes, under a once flag. */
#include "module.h"

#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned table[256];

static void
compute(void)
{
    for (unsigned i = 0; i < 256; i++) {
        unsigned rest = i;
        for (int bit = 0; bit < 8; bit++) {
            rest = (rest & 1) != 0 ? 0xEDB88320U ^ (rest >> 1) : rest >> 1;
        }
        table[i] = rest;
    }
}

static PyObject *
checksum(PyObject *module, PyObject *argument)
{
    (void)module;
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(argument, &bytes, &size) != 0) {
        return NULL;
    }
    unsigned sum = ~0U;
    (void)pthread_once(&once, compute);
    for (Py_ssize_t i = 0; i < size; i++) {
        sum = table[(sum ^ (unsigned char)bytes[i]) & 255] ^ (sum >> 8);
    }
    return PyLong_FromUnsignedLong(~sum);
}

static PyMethodDef methods[] = {
    {"checksum", checksum, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(clean_once, execute, methods, OWN_GIL)
