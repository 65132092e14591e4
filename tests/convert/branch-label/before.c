/* What still jumps to a label is in one branch of #if, so the label must be there only; the
 * question whether there is a module jumps to each of them. */
#include <Python.h>

static PyObject *Error;
static PyObject *Other;

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(Error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

static int
spam_nothing(PyObject *m)
{
    return m == NULL ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&def);
    if (m == NULL)
        goto fail;
    if (spam_nothing(Py_None) < 0) {
        if (m == NULL)
            goto other;
        Py_DECREF(m);
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
#ifdef SPAM_CHECKS
    if (Error == NULL)
        goto fail;
#endif
    if (PyModule_AddObjectRef(m, "Error", Error) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Other = PyErr_NewException("spam.Other", NULL, NULL);
#ifndef SPAM_SMALL
    if (Other == NULL) {
        goto other;
    }
#else
    if (Other == NULL) {
        Py_DECREF(m);
        return NULL;
    }
#endif
    return m;

other:
    PyErr_Clear();
fail: /* without a module, too */
    Py_XDECREF(m);
    return NULL;
}
