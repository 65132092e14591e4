/* For the module itself, and for others that use its C API. */
#ifndef SPAM_H
#define SPAM_H

#include <Python.h>
#include "spam_state.h"

typedef struct {
    int version;
} SpamAPI;

#ifdef SPAM_MODULE
PyObject *spam_count(spam_state *state);
#else
static SpamAPI *spam_api;
#define import_spam() \
    (spam_api = (SpamAPI *)PyCapsule_Import("spam._api", 0))
#endif

#endif
