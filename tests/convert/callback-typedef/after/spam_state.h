/* The state of the module spam, and functions to get it. */
#ifndef SPAM_STATE_H
#define SPAM_STATE_H

#include <Python.h>

typedef struct spam_state spam_state;

/* Called for each number. */
typedef int (*nodelib_visit)(spam_state *state, int number, void *data);

struct spam_state {
    nodelib_visit handler;
    void *handler_data;
    PyObject *visitor;
};

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

#endif
