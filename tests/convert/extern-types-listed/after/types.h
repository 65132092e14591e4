#ifndef TYPES_H
#define TYPES_H
#include <Python.h>

extern PyType_Spec Egg_type_spec;
extern PyType_Spec Ham_type_spec;
extern int egg_version;

PyObject *Egg_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
#endif
