#ifndef BOX_H
#define BOX_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    long size;  /* both modules change it, or look at it */
    long color; /* never changes behind the constructor */
} Box;

#endif
