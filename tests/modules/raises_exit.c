/* Functions that ask Python to end, as Python code may: the exercise goes on. */
#include "module.h"

static PyObject *
conclude(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    PyErr_SetString(PyExc_SystemExit, "done");
    return NULL;
}

static PyObject *
give_up(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    return NULL;
}

static PyMethodDef functions[] = {
    {"conclude", conclude, METH_NOARGS, NULL},
    {"give_up", give_up, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(raises_exit, execute, functions, OWN_GIL)
