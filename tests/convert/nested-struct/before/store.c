/* A struct inside a struct that moves to the header of the state comes with it. */
#include "store.h"

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

static store_t kept;

PyObject *
store(PyObject *self, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(kept.last.value, value);
    kept.last.n++;
    kept.sum.number += 2;
    return PyLong_FromLong(++kept.used + kept.last.n);
}
