/* A static that keeps the module itself, by way of the local that the module was made in: the
 * field of the state needs a reference of its own, or m_clear gives up one that nobody took. */
#include <Python.h>

static PyObject *this_module = NULL;

static PyObject *
spam_name(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    return PyObject_GetAttrString(this_module, "__name__");
}

static PyMethodDef methods[] = {
    {"name", spam_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    this_module = m;
    if (PyModule_AddIntConstant(m, "LIMIT", 3) < 0) {
        return NULL;
    }
    return m;
}
