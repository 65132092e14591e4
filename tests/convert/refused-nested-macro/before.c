/* An argument that is a macro has another value once the first macro is written out: the names
 * would be PREFIX_one and PREFIX_two. */
#include <Python.h>

#define JOIN(a, b) a##b
#define ONE(prefix) static PyObject *JOIN(prefix, _one);
#define DEFINE(prefix) \
    ONE(prefix)        \
    static PyObject *prefix;

#define PREFIX red

DEFINE(PREFIX)

static PyObject *
store(PyObject *module, PyObject *object)
{
    Py_INCREF(object);
    Py_INCREF(object);
    red = red_one = object;
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"store", store, METH_O, NULL},
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
