/* The state of the module spam, and functions to get it. */
#ifndef SPAM_STATE_H
#define SPAM_STATE_H

#include <Python.h>

#define FIRST 10

#ifdef WITH_MORE
#define LAST 13
#else
#define LAST 12
#endif

typedef struct {
    PyObject *errors[LAST - FIRST + 1];
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

#endif
