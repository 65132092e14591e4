/* A plain integer that only atomic operations touch is atomic data; one plain write more,
 * and it is not. */
#include "../module.h"

static long counter;  // want-note: state-static-data
static long helped;  // want-note: state-static-data
static long mixed;  // want: state-static-data

static long
next(long *place)
{
    return __atomic_add_fetch(place, 1, __ATOMIC_RELAXED);
}

PyObject *
spam_count(PyObject *module, PyObject *unused)
{
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    return PyLong_FromLong(__atomic_load_n(&counter, __ATOMIC_SEQ_CST) + next(&helped));
}

PyObject *
spam_mixed(PyObject *module, PyObject *unused)
{
    __atomic_fetch_add(&mixed, 1, __ATOMIC_SEQ_CST);
    mixed = 0;
    Py_RETURN_NONE;
}
