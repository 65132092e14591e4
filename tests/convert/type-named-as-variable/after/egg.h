#ifndef EGG_H
#define EGG_H
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *shell;
} Egg;

extern PyType_Spec Egg_Type_spec;

#endif
