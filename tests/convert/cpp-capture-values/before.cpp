/* Names of statics in what lambdas capture, and names for their parts. */
#include <Python.h>

static long calls = 0;
static long total = 0;
static struct { long least, most; } limits = {100, 0};

static PyObject *
add(PyObject *, PyObject *number)
{
    long value = PyLong_AsLong(number);
    if (value == -1 && PyErr_Occurred()) {
        return NULL;
    }
    auto first = [n = calls++]() { return n; };
    auto next = [&sum = total](long by) { sum += by; };
    auto &[least, most] = limits;
    (value < least ? least : most) = value;
    next(value);
    return Py_BuildValue("(llll)", first(), total, least, most);
}

static PyMethodDef methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam);
}
