#ifndef EGG_H
#define EGG_H

#include <Python.h>
#include "spam_state.h"

extern PyType_Spec Egg_Type_spec;

PyObject *egg_new(spam_state *state, int size);
int egg_setup(PyObject *module);

#endif
