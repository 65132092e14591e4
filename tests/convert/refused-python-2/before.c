/* Python 3 does not have the function that makes the module. */
#include <Python.h>

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

PyMODINIT_FUNC
initspam(void)
{
    return Py_InitModule("spam", spam_methods);
}
