/* Filled through a table of addresses. */
#include "../module.h"

static PyObject *Error;  // want: state-static-object
static PyObject *Other;  // want: state-static-object
static PyObject *unused;
static PyTypeObject *base = &PyBaseObject_Type;

static const struct {
    const char *name;
    PyObject **place;
    PyTypeObject **base;
} errors[] = {
    {"spam.Error", &Error, &base},
    {.name = "spam.Other", .place = &Other},
};

int
add_errors(PyObject *module)
{
    for (size_t i = 0; i < 2; i++) {
        *errors[i].place = PyErr_NewException(errors[i].name, NULL, NULL);
        if (*errors[i].place == NULL) {
            return -1;
        }
    }
    return unused == NULL ? 0 : -1;
}
