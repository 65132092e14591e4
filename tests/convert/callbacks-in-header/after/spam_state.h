/* The state of the module spam, and functions to get it. */
#ifndef SPAM_STATE_H
#define SPAM_STATE_H

#include <Python.h>

#include "reader.h"

typedef int read_callback(Reader *);

typedef struct {
    int n;
} Local;

typedef int local_callback(const Local *, int);

typedef int plain_callback(int);

typedef struct {
    /* Functions by number. */
    read_callback *readers[4];
    local_callback *locals[4];
    plain_callback *plains[4];
    int map_is_ready;
    PyObject *Error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

#endif
