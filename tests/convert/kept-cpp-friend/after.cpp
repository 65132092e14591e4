/* What a class defines beside its members. */
#include <Python.h>

static long compared = 0;
static long made = 0;
static long most = 3;

struct Point {
    long x;
    long number = made++;
    friend bool operator==(const Point &a, const Point &b) { compared++; return a.x == b.x; }
};

static long
limited(long x, long limit = most)
{
    return x < limit ? x : limit;
}

static PyObject *
equal(PyObject *, PyObject *args)
{
    long a, b;
    if (!PyArg_ParseTuple(args, "ll", &a, &b)) {
        return NULL;
    }
    most = b;
    return PyBool_FromLong(Point{a} == Point{limited(b)} && compared > 1);
}

static PyMethodDef methods[] = {
    {"equal", equal, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam);
}
