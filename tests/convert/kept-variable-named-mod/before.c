/* A static variable of the module, `mod`, stays at this stage: the exec function must
 * not have a parameter of that name. */
#include <Python.h>

static PyObject *mod;

static PyObject *
spam_name(PyObject *self, PyObject *args)
{
    return PyObject_GetAttrString(mod, "__name__");
}

static PyMethodDef methods[] = {
    {"name", spam_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    mod = PyModule_Create(&spam_module);
    if (mod == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(mod, "answer", 42) < 0) {
        Py_DECREF(mod);
        return NULL;
    }
    return mod;
}
