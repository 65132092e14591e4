/* The loader sets a table that a method changes, and leaves a counter to whatever calls its
 * function later: neither is the same for the whole process. */
#include <Python.h>
#include <pthread.h>

static signed char values[256];
static int n_digits;
static long counter;

static void
fill(void)
{
    for (int c = 0; c < 256; c++) {
        values[c] = c >= '0' && c <= '9' ? (signed char)(c - '0') : -1;
        n_digits += values[c] >= 0;
    }
}

static long forks;

static void
child(void)
{
    forks++;
}

static void __attribute__((constructor))
prepare(void)
{
    fill();
    pthread_atfork(NULL, NULL, child);
}

static PyObject *
value(PyObject *module, PyObject *arg)
{
    long c = PyLong_AsLong(arg);
    if (c < 0 || c > 255) {
        return PyErr_Occurred() ? NULL : PyLong_FromLong(n_digits);
    }
    if (c == 'x') {
        fill();
    }
    counter++;
    return PyLong_FromLong(values[c]);
}

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(counter + forks);
}

static PyMethodDef methods[] = {
    {"value", value, METH_O, NULL},
    {"count", count, METH_NOARGS, NULL},
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
