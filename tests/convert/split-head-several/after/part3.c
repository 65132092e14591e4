/* Module 3 of five: none waits for the heads of the others. */
#include <Python.h>

static PyObject *
number(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(3);
}

static PyMethodDef methods[] = {
    {"number", number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot part3_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "part3", NULL, 0, methods, part3_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_part3(void)
{
    return PyModuleDef_Init(&definition);
}
