/* A setting that a function of foreign code reads cannot move: it stays, and why is said. */
#include <Python.h>

#include <stdlib.h>

static int descending;

static int
compare(const void *a, const void *b)
{
    int difference = *(const int *)a - *(const int *)b;
    return descending ? -difference : difference;
}

static PyObject *
spam_least(PyObject *self, PyObject *arg)
{
    int numbers[2] = {2, 1};
    descending = PyObject_IsTrue(arg);
    qsort(numbers, 2, sizeof(int), compare);
    return PyLong_FromLong(numbers[0]);
}

static PyMethodDef methods[] = {
    {"least", spam_least, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0, .m_methods = methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
