/* std::call_once fills a table that is only read later. */
#include <Python.h>
#include <mutex>

static std::once_flag once;
static unsigned table[256];

static void
fill()
{
    for (unsigned i = 0; i < 256; i++) {
        table[i] = i * 2654435761u;
    }
}

static PyObject *
spam_mix(PyObject *module, PyObject *arg)
{
    long number = PyLong_AsLong(arg);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    std::call_once(once, fill);
    return PyLong_FromUnsignedLong(table[number & 0xff]);
}

static PyMethodDef spam_methods[] = {
    {"mix", (PyCFunction)spam_mix, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
