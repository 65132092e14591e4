#include <Python.h>

static PyObject *answer;

static PyObject *
spam_answer(PyObject *self, PyObject *args)
{
    Py_INCREF(answer);
    return answer;
}

static PyMethodDef methods[] = {
    {"answer", spam_answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    answer = PyLong_FromLong(42);
    if (answer == NULL) {
        return -1;
    }
    return PyModule_AddStringConstant(module, "__version__", "1");
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
