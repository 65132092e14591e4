/* A static variable that holds a value during one call: right in one interpreter and in
   many after one another, wrong in two at once.  The module declares what is not true.
   A call sleeps, so that others run meanwhile also where one processor is left for all. */
#include "../modules/module.h"

#include <time.h>

static volatile long scratch;

static PyObject *
echo(PyObject *module, PyObject *number)
{
    (void)module;
    scratch = PyLong_AsLong(number);
    if (scratch == -1 && PyErr_Occurred()) {
        return NULL;
    }
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    return PyLong_FromLong(scratch);
}

static PyMethodDef methods[] = {
    {"echo", echo, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(static_scratch, execute, methods, OWN_GIL)
