#include <Python.h>

#define CHECK(x) do { if ((x) < 0) return NULL; } while (0)

static PyObject *cache;

static PyObject *
spam_f(PyObject *self, PyObject *arg)
{
    CHECK(PyObject_IsTrue(arg));
    Py_INCREF(arg);
    Py_XSETREF(cache, arg);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"f", spam_f, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    CHECK(PyModule_AddIntConstant(m, "one", 1));
    return m;
}
