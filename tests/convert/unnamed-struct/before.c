/* A static of a function, of a struct that has no name. */
#include <Python.h>

static PyObject *
spam_count(PyObject *module, PyObject *unused)
{
    static struct {
        int calls;
        long sum;
    } seen;
    seen.calls++;
    seen.sum += seen.calls;
    return PyLong_FromLong(seen.sum);
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
