#include "box.h"

static PyObject *
spam_box(PyObject *Py_UNUSED(module), PyObject *value)
{
    return box_new(value);
}

static PyMethodDef spam_methods[] = {
    {"box", spam_box, METH_O, "A box."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

/* The module. */
PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
