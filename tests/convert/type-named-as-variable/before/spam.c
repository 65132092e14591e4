#include <Python.h>

extern PyTypeObject Egg_Type;

/* Not the struct of egg.h. */
static PyObject *Egg;

static PyObject *
spam_lay(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Py_XINCREF(Egg);
    return Egg;
}

static PyMethodDef spam_methods[] = {
    {"lay", spam_lay, METH_NOARGS, NULL},
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
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    Egg = PyUnicode_FromString("egg");
    if (Egg == NULL) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
