#include "../module.h"

static PyObject *items;  // want: state-static-object

static int
exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "answer", 42);
}

static PyObject *
add(PyObject *, PyObject *)
{
    Py_XSETREF(items, PyList_New(0));
    return Py_XNewRef(items);
}

static PyMethodDef methods[] = {
    {"add", add, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(exec)},
    {0, nullptr},
};

static PyModuleDef definition = {  // want: claim-missing, guard-missing
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&definition);
}
