/* A static table that the first call fills: another thread reads it half filled. */
#ifndef NAME
#define NAME race_lazy_table
#endif
#include "race.h"

struct state {
    PyObject *object;
};

#define SIZE 8

static long squares[SIZE];
static _Atomic int is_filled;

static void
fill(void)
{
#ifndef PUBLISHED_LAST
    atomic_store(&is_filled, 1);
#endif
    for (long i = 0; i < SIZE; i++) {
        __atomic_store_n(&squares[i], i * i, __ATOMIC_RELAXED);
    }
    atomic_store(&is_filled, 1);
}

static PyObject *
sum(PyObject *module, PyObject *unused)
{
    long total = 0;
    (void)module;
    (void)unused;
    if (!atomic_load(&is_filled)) {
        fill();
    }
    for (int i = 0; i < SIZE; i++) {
        total += __atomic_load_n(&squares[i], __ATOMIC_RELAXED);
    }
    return PyLong_FromLong(total);
}

static PyMethodDef methods[] = {
    {"sum", sum, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
