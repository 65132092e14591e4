#ifndef BOX_H
#define BOX_H
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Box;

PyTypeObject Box_Type;

PyObject *box_new(long value);

#endif
