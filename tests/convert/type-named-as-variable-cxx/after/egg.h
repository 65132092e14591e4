#ifndef EGG_H
#define EGG_H
#include <Python.h>

struct Egg {
    PyObject_HEAD
    PyObject *shell;
};

extern PyType_Spec Egg_Type_spec;

#endif
