/* What the author does not check behind the call was asked before it: that he lacks a check is his
 * finding, and no reason to leave the pointer static. */
#include <Python.h>
#include <stdlib.h>

static char *buffer;
static int *numbers;

static PyObject *
use(PyObject *self, PyObject *Py_UNUSED(args))
{
    if (buffer == NULL) {
        buffer = malloc(16);
        buffer[0] = 1;
    }
    if (numbers == NULL) {
        numbers = PyMem_New(int, 4);
        numbers[0] = 1;
    }
    return PyLong_FromLong(buffer[0] + numbers[0]);
}

static PyMethodDef methods[] = {
    {"use", use, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
