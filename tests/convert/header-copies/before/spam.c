/* A header has static variables, and each file that includes it has its own. */
#include "common.h"

static PyObject *
spam_join(PyObject *self, PyObject *list)
{
    PyObject *text = egg_join(list);
    if (text == NULL || get_separator() == NULL) {
        Py_XDECREF(text);
        return NULL;
    }
    return Py_BuildValue("NOi", text, get_separator(), step());
}

static PyMethodDef methods[] = {
    {"join", spam_join, METH_O, NULL},
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
