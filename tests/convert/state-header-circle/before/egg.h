#ifndef EGG_H
#define EGG_H

#include <Python.h>

typedef struct {
    int depth;
    PyObject *hook;
} EggLimits;

PyObject *egg_new(EggLimits *limits, int size);
int egg_setup(PyObject *module);
void egg_report(const char *text);

#endif
