#ifndef EGG_H
#define EGG_H

#include <Python.h>

typedef struct {
    int depth;
    PyObject *hook;
} EggLimits;

#include "spam_state.h"

PyObject *egg_new(spam_state *state, EggLimits *limits, int size);
int egg_setup(PyObject *module);
void egg_report(const char *text);

#endif
