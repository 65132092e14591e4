#include "../module.h"

#if PY_MAJOR_VERSION < 3
static PyObject *old_cache;
#endif

#ifdef WITH_HELPERS
static PyObject *
helper(PyObject *self)
{
    return self;  // want: lifetime-borrowed-returned
}
static PyMethodDef helpers[] = {{"helper", (PyCFunction)helper, METH_NOARGS, NULL}, {0}};
#endif

PyObject *
nothing(void)
{
    Py_RETURN_NONE;
}
