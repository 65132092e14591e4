#include "box.h"

#if PY_VERSION_HEX < 0x030D0000 && !defined(Py_BEGIN_CRITICAL_SECTION)
#define Py_BEGIN_CRITICAL_SECTION(op) {
#define Py_END_CRITICAL_SECTION() }
#define Py_BEGIN_CRITICAL_SECTION2(a, b) {
#define Py_END_CRITICAL_SECTION2() }
#endif

static PyObject *
measure_twice_lock_held(PyObject *Py_UNUSED(module), PyObject *arg)
{
    Box *box = (Box *)arg;
    return Py_BuildValue("(ll)", box->size, box->size + 1);
}

static PyObject *
measure_twice(PyObject *Py_UNUSED(module), PyObject *arg)
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(arg);
    result = measure_twice_lock_held(NULL, arg);
    Py_END_CRITICAL_SECTION();
    return result;
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
#ifdef Py_MOD_GIL_NOT_USED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
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
