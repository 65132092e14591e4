/* The clear function of the module is in a file that is not in the run. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *cache;

int spam_clear(PyObject *module);

static PyObject *
remember(PyObject *module, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(cache, value);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {0, NULL},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_clear = spam_clear,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
