// A local static is initialised once in a process, whichever module runs its function first: what it
// gets from the module state would be another module's, or dangle.  Others may stay.
#include <Python.h>

static long counter = 5;
static long steps = 1;
static char text[8];
static PyObject *latest;

struct Guard {
    long &place;
    explicit Guard(long &number) : place(number) { ++place; }
    ~Guard() { ++place; }
};

static long
next_number()
{
    return ++counter;
}

static PyObject *
count(PyObject *, PyObject *arg)
{
    static long first = next_number();
    static long *const pointer = &counter;
    static const size_t size = sizeof(text);
    Guard guard(steps);
    text[0]++;
    Py_XSETREF(latest, Py_NewRef(arg));
    return PyLong_FromLong(first + ++*pointer + (long)size);
}

static PyMethodDef methods[] = {
    {"count", count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&module);
}
