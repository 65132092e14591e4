#include <Python.h>

/* One use of a macro declares the init function and begins its definition. */
#define MODULE_INIT_FUNC(name)            \
    PyMODINIT_FUNC PyInit_##name(void);   \
    PyMODINIT_FUNC PyInit_##name(void)

static int count = 3;

static PyObject *
next_count(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(++count);
}

static PyMethodDef methods[] = {
    {"next_count", next_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

MODULE_INIT_FUNC(spam)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(m, "first", count) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
