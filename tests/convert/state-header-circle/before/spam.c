#include "egg.h"
#include "flag.h"

PyObject *FlagError;
static EggLimits limits = {12};

static PyObject *
spam_egg(PyObject *self, PyObject *arg)
{
    return egg_new(&limits, (int)PyLong_AsLong(arg));
}

static PyMethodDef methods[] = {
    {"egg", spam_egg, METH_O, NULL},
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
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL || egg_setup(m) < 0) {
        Py_XDECREF(m);
        return NULL;
    }
    return m;
}
