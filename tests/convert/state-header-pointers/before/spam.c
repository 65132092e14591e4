#include "spam.h"

static PyObject *
spam_kind_for(PyObject *self, PyObject *number)
{
    return (PyObject *)spam_kind_of(PyObject_IsTrue(number) > 0);
}

static PyObject *
spam_calls(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(spam_used.calls);
}

static PyMethodDef methods[] = {
    {"kind_for", spam_kind_for, METH_O, NULL},
    {"calls", spam_calls, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;

    if (PyType_Ready(&spam_kind_type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    spam_plain = PyObject_New(spam_kind, &spam_kind_type);
    spam_round = PyObject_New(spam_kind, &spam_kind_type);
    if (spam_plain == NULL || spam_round == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    spam_plain->shape = SPAM_PLAIN;
    spam_round->shape = SPAM_ROUND;
    return module;
}
