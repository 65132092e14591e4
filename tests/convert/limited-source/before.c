#define Py_LIMITED_API 0x03060000
#include <Python.h>

static long limit = 128 * 1024;
static const char *label = "spam";
static const long minimum = 16;

static PyObject *
spam_limit(PyObject *self, PyObject *args)
{
    long old = limit;
    long wanted = -1;

    if (!PyArg_ParseTuple(args, "|l:limit", &wanted)) {
        return NULL;
    }
    if (wanted >= minimum) {
        limit = wanted;
        label = "changed";
    }
    return Py_BuildValue("ls", old, label);
}

static PyMethodDef methods[] = {
    {"limit", spam_limit, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
