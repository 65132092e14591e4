#include <Python.h>

/* Whether the module needs the GIL is known when it runs; the slot would say it for good. */
static int is_new;

static PyObject *
version(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(++is_new);
}

static PyMethodDef methods[] = {
    {"version", version, METH_NOARGS, NULL},
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
#ifdef Py_GIL_DISABLED
    if (is_new > 1) {
        PyUnstable_Module_SetGIL(m, Py_MOD_GIL_NOT_USED);
    } else {
        PyUnstable_Module_SetGIL(m, Py_MOD_GIL_USED);
    }
#endif
    return m;
}
