/* A macro that makes strings of its argument is written out: two that stand side by side become
 * one, unless an escape could go on in the second. */
#include <Python.h>

static PyObject *FirstError;
static PyObject *SecondError;

#define ADD_ERROR(name)                                                \
    name = PyErr_NewException("spam."#name, NULL, NULL);               \
    if (name == NULL || PyModule_AddObjectRef(m, #name, name) < 0      \
        || PyModule_AddStringConstant(m, "of_"#name"_it", "\1"#name)) \
    {                                                                  \
        Py_DECREF(m);                                                  \
        return NULL;                                                   \
    }

static PyObject *
fail(PyObject *Py_UNUSED(self), PyObject *arg)
{
    long number = PyLong_AsLong(arg);
    PyErr_SetString(number == 1 ? FirstError : SecondError, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&module_def);
    if (m == NULL) {
        return NULL;
    }
    ADD_ERROR(FirstError)
    ADD_ERROR(SecondError)
    return m;
}
