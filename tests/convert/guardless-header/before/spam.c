/* The header of the C code can be included once only, and the state's header needs a type
 * of it: the type moves there. */
#include <Python.h>
#include "fec.h"

static PyObject *
get(PyObject *self, PyObject *arg)
{
    fec_t code = {7};
    size_t i = PyLong_AsSize_t(arg);
    if (i == (size_t)-1 && PyErr_Occurred()) {
        return NULL;
    }
    fec_init();
    return PyLong_FromLong(fec_get(&code, i));
}

static PyMethodDef spam_methods[] = {
    {"get", get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
