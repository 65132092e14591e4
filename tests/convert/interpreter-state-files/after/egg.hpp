#ifndef EGG_HPP
#define EGG_HPP
#include <Python.h>

struct Egg {
    PyObject_HEAD
    double size;
};

/* What other extensions get. */
struct EggAPI {
    PyObject *(*make)(double size);
    int (*check)(PyObject *object);
};

extern PyType_Spec Egg_Type_spec;
PyObject *egg_make(double size);
int egg_check(PyObject *object);

#endif
