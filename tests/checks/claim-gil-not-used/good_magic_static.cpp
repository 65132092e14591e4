/* A static of a function, which C++ initialises once, and which is constant. */
#include <Python.h>
#include <string>

static const std::string &
greeting()
{
    static const std::string text = std::string("hello") + " world";
    return text;
}

static PyObject *
spam_greet(PyObject *module, PyObject *unused)
{
    return PyUnicode_FromString(greeting().c_str());
}

static PyMethodDef spam_methods[] = {
    {"greet", (PyCFunction)spam_greet, METH_NOARGS, NULL},
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
