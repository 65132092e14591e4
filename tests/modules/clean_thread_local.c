/* A buffer for each thread, which holds no objects. */
#include "module.h"

static _Thread_local char text[64];

static PyObject *
spell(PyObject *module, PyObject *argument)
{
    (void)module;
    long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyOS_snprintf(text, sizeof text, "%ld", number);
    return PyUnicode_FromString(text);
}

static PyMethodDef methods[] = {
    {"spell", spell, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(clean_thread_local, execute, methods, OWN_GIL)
