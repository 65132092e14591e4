/* The state of the module spam, and functions to get it. */
#ifndef SPAM_STATE_H
#define SPAM_STATE_H

#include <Python.h>

#ifdef SPAM_SMALL
#define DEPTH 16
#else
#define DEPTH 64
#endif
#define SYMBOLS 256 /* as many as a byte has */
#define LAST (SYMBOLS - 1)

typedef struct {
    int total[LAST + 1];
    int recent[DEPTH];
} counter;

typedef struct {
    counter seen;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

#endif
