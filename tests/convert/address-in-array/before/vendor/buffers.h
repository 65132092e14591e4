#ifndef BUFFERS_H
#define BUFFERS_H

#include <Python.h>

typedef struct {
    PyObject *(*over)(void *memory, Py_ssize_t size);
} buffers_api;

#endif
