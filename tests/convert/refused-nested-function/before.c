/* GCC takes a function inside of a function; libclang does not read it. */
#include <Python.h>

static int count;

static PyObject *
add(PyObject *Py_UNUSED(self), PyObject *arg)
{
    int twice(int n)
    {
        return 2 * n;
    }
    count += twice((int)PyLong_AsLong(arg));
    return PyLong_FromLong(count);
}

static PyMethodDef methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
