#ifndef COMMON_H
#define COMMON_H

#include <Python.h>

static int n_steps;         /* of each file */
static PyObject *separator; /* made when it is needed */

static inline int
step(void)
{
    return ++n_steps;
}

static inline PyObject *
get_separator(void)
{
    if (separator == NULL) {
        separator = PyUnicode_FromString(", ");
    }
    return separator;
}

PyObject *egg_join(PyObject *list);

#endif
