/* Twelve counters, each with its own lock, but for two functions that count the same one under
 * different locks: 130 of the 132 pairs of functions share nothing. */
#ifndef NAME
#define NAME race_apart
#endif
#include "race.h"

#define COUNTERS(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11)
#ifdef LOCKED
#define NUMBER_OF(i) (i)
#else
#define NUMBER_OF(i) ((i) == 7 ? 3 : (i))
#endif

struct counter {
    PyMutex mutex;
    long number;
};

struct state {
    PyObject *object;
    struct counter counters[12];
};

#define COUNT(i)                                                                       \
    static PyObject *count_##i(PyObject *module, PyObject *unused)                     \
    {                                                                                  \
        struct state *state = PyModule_GetState(module);                               \
        (void)unused;                                                                  \
        PyMutex_Lock(&state->counters[i].mutex);                                       \
        long number = ++state->counters[NUMBER_OF(i)].number;                          \
        PyMutex_Unlock(&state->counters[i].mutex);                                     \
        return PyLong_FromLong(number);                                                \
    }
COUNTERS(COUNT)

#define METHOD(i) {"count_" #i, count_##i, METH_NOARGS, NULL},
static PyMethodDef methods[] = {COUNTERS(METHOD){NULL, NULL, 0, NULL}};

STATEFUL_MODULE(methods, do_nothing)
