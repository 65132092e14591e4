/* Sets the locale of the whole program in a call; no other code of Python runs meanwhile. */
#define NEEDS_GIL
#include "module.h"

#include <locale.h>

static PyObject *
measure(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    (void)setlocale(LC_ALL, "C");
    return PyLong_FromLong(0);
}

static PyMethodDef methods[] = {
    {"measure", measure, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(changes_locale_alone, execute, methods, SHARED_GIL)
