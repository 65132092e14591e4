/* What write() changes without a lock, read() reads: the exercise calls no function of such a
 * name, and so nothing is shown of it. */
#define NAME race_uncalled
#include "race.h"

struct state {
    PyObject *object;
    long n;
};

static PyObject *
write_number(PyObject *module, PyObject *number)
{
    struct state *state = PyModule_GetState(module);
    state->n = PyLong_AsLong(number);
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

static PyObject *
number_of(PyObject *module, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLong(((struct state *)PyModule_GetState(module))->n);
}

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

static PyMethodDef methods[] = {
    {"write", write_number, METH_O, NULL},
    {"number", number_of, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, execute)
