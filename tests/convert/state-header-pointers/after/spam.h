#include <Python.h>
#include "spam_state.h"

typedef struct spam_pool spam_pool;

extern PyType_Spec spam_kind_type_spec;

struct spam_kind {
    PyObject_HEAD
    spam_shape shape;
    spam_pool *pool;
};

struct spam_pool {
    spam_kind *first;
};

spam_kind *spam_kind_of(spam_state *state, int number);

