/* The state of the module spam, and functions to get it. */
#ifndef SPAM_STATE_H
#define SPAM_STATE_H

#include <Python.h>

typedef struct {
    long used;
    struct {
        PyObject *value;
        int n;
    } last;
    union {
        long number;
        struct number {
            double real;
        } parts;
    } sum;
} store_t;

typedef struct {
    store_t kept;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

#endif
