/* A struct of objects gets a copy of another, with references of its own. */
#include <Python.h>
#include <string.h>

static struct options {
    int depth;
    PyObject *name;
} defaults = {3, NULL}, current;

static PyObject *
spam_reset(PyObject *self, PyObject *name)
{
    Py_XDECREF(current.name);
    memcpy(&current, &defaults, sizeof(current));
    Py_XINCREF(current.name);
    if (memcmp(&current, &defaults, sizeof(current)) != 0) {
        memset(&current, 0, sizeof(current));
    }
    Py_INCREF(name);
    Py_XSETREF(defaults.name, name);
    return PyLong_FromLong(++defaults.depth + current.depth);
}

static PyMethodDef methods[] = {
    {"reset", spam_reset, METH_O, NULL},
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
