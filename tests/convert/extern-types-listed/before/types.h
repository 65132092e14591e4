#ifndef TYPES_H
#define TYPES_H
#include <Python.h>

extern PyTypeObject Egg_type, Ham_type;
extern PyObject *EggError, *nothing[1], *HamError;
extern int egg_version, egg_limit;

PyObject *Egg_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
#endif
