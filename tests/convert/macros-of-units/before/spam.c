/* Two units have a macro of one name, which declares their statics; what it is given may be named
 * as a function is. */
#include <Python.h>

#define DECLARE_STRING(N) static PyObject *str_##N

DECLARE_STRING(check);
DECLARE_STRING(name);

static PyObject *
check(PyObject *object)
{
    return PyObject_GetAttr(object, str_check);
}

static PyObject *
spam_get(PyObject *self, PyObject *arg)
{
    PyObject *found = check(arg);
    if (found == NULL) {
        PyErr_Clear();
        found = PyObject_GetAttr(arg, str_name);
    }
    return found;
}

static PyMethodDef methods[] = {
    {"get", spam_get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
#define INIT_STRING(S) \
    if ((str_##S = PyUnicode_InternFromString(#S)) == NULL) return NULL
    INIT_STRING(check);
    INIT_STRING(name);
    return PyModule_Create(&spam_module);
}
