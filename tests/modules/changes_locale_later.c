/* Sets the locale of the whole program in a call, and says that others may run meanwhile. */
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

MODULE(changes_locale_later, execute, methods, OWN_GIL)
