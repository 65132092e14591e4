// C++ has no names in initialisers before C++20: the init function assigns the fields.
#include <Python.h>

static long n_calls;

static PyObject *
call(PyObject *, PyObject *)
{
    n_calls++;
    return PyLong_FromLong(n_calls);
}

static int
exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "one", 1);
}

static PyMethodDef methods[] = {{"call", call, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)exec}, {0, NULL}};

static struct PyModuleDef spam_module = {PyModuleDef_HEAD_INIT};

PyMODINIT_FUNC
PyInit_spam(void)
{
    spam_module.m_name = "spam"; spam_module.m_slots = slots;
    spam_module.m_methods = methods;
    return PyModuleDef_Init(&spam_module);
}
