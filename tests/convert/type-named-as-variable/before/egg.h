#ifndef EGG_H
#define EGG_H
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *shell;
} Egg;

extern PyTypeObject Egg_Type;

#endif
