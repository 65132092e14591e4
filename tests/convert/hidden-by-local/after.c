/* A macro that means a static variable in one place, and a local in another. */
#include <Python.h>

static long count = 100;
static long total;

#define COUNT() (count)
#define ADD(n) (total += (n))

static PyObject *
spam_count(PyObject *self, PyObject *arg)
{
    long n = COUNT();
    count++;
    ADD(n);
    for (long count = 0; count < 2; count++) {
        n += COUNT();
    }
    return PyLong_FromLong(n + total);
}

static PyMethodDef methods[] = {
    {"count", spam_count, METH_O, NULL},
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
