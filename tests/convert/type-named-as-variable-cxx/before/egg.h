#ifndef EGG_H
#define EGG_H
#include <Python.h>

struct Egg {
    PyObject_HEAD
    PyObject *shell;
};

extern PyTypeObject Egg_Type;

#endif
