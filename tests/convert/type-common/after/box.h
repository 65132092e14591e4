#ifndef BOX_H
#define BOX_H
#include <Python.h>
#include "spam_state.h"

typedef struct {
    PyObject_HEAD
    long value;
} Box;

extern PyType_Spec Box_Type_spec;

PyObject *box_new(spam_state *state, long value);

#endif
