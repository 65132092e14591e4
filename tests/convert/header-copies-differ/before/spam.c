#define UNIT "spam"
#include "common.h"

PyObject *egg_names(PyObject *module, PyObject *ignored);

static PyObject *
spam_names(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    if (unit_name == NULL && (unit_name = PyUnicode_FromString("the spam")) == NULL) {
        return NULL;
    }
    return Py_BuildValue("(ON)", unit_name, unit_tag());
}

static PyMethodDef methods[] = {
    {"egg_names", egg_names, METH_NOARGS, NULL},
    {"spam_names", spam_names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
