#include "box.h"

static PyObject *
measure_twice(PyObject *Py_UNUSED(module), PyObject *arg)
{
    Box *box = (Box *)arg;
    return Py_BuildValue("(ll)", box->size, box->size + 1);
}

static PyObject *
measure_color(PyObject *Py_UNUSED(module), PyObject *arg)
{
    return PyLong_FromLong(((Box *)arg)->color);
}

static PyMethodDef measure_methods[] = {
    {"twice", measure_twice, METH_O, NULL},
    {"color", measure_color, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot measure_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef measure_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "measure",
    .m_size = 0,
    .m_methods = measure_methods,
    .m_slots = measure_slots,
};

PyMODINIT_FUNC
PyInit_measure(void)
{
    return PyModuleDef_Init(&measure_module);
}
