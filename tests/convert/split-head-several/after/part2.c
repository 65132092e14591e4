/* Module 2 of five: none waits for the heads of the others. */
#include <Python.h>

static PyObject *
number(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(2);
}

static PyMethodDef methods[] = {
    {"number", number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot part2_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "part2", NULL, 0, methods, part2_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_part2(void)
{
    return PyModuleDef_Init(&definition);
}
