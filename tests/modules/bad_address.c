/* Isolated, but a call without an argument reads a variable that was never set: what
 * stands there depends on the calls before. */
#include "module.h"

static PyObject *
measure(PyObject *module, PyObject *args)
{
    const char *text;
    (void)module;
    if (!PyArg_ParseTuple(args, "|s", &text)) {
        return NULL;
    }
    return PyLong_FromSize_t(strlen(text));
}

static PyMethodDef methods[] = {
    {"measure", measure, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(bad_address, execute, methods, OWN_GIL)
