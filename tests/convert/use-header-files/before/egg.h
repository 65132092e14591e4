#ifndef EGG_H
#define EGG_H

#include <Python.h>

extern PyTypeObject Egg_Type;
extern PyObject *EggError;

PyObject *egg_new(int size);
int egg_setup(PyObject *module);

#endif
