/* An answer that tells how many references there are, which other calls have, too. */
#include "module.h"

static PyObject *
count(PyObject *module, PyObject *object)
{
    (void)module;
    return PyLong_FromSsize_t(Py_REFCNT(object));
}

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

static PyMethodDef methods[] = {
    {"count", count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

MODULE(clean_references, execute, methods, OWN_GIL)
