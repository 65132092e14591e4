/* C data that begins with a name that only its own file knows stays there. */
#include <Python.h>

#include "counter.h"

static PyObject *SpamError;

static PyObject *
spam_next(PyObject *self, PyObject *args)
{
    if (next_level() < 0) {
        PyErr_SetNone(SpamError);
        return NULL;
    }
    return Py_BuildValue("iii", next_number(), next_kind(), next_step());
}

static PyMethodDef methods[] = {
    {"next", spam_next, METH_NOARGS, NULL},
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
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
