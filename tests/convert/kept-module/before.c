/* A static variable keeps the module itself, and is the one that the module is made in: on
 * its way it stays, and other functions read it. */
#include <Python.h>

static PyObject *module = 0;

static PyObject *
spam_name(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    return PyObject_GetAttrString(module, "__name__");
}

static PyMethodDef methods[] = {
    {"name", spam_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    module = PyModule_Create(&definition);
    if (!module) {
        return 0;
    }
    if (PyModule_AddIntConstant(module, "LIMIT", 3) < 0) {
        return 0;
    }
    return module;
}
