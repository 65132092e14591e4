/* Argument Clinic's functions stand in a header that it generates. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long number;
} Counter;

static PyTypeObject Counter_Type;
static PyObject *SpamError;

#include "clinic_spam.h"

/*[clinic input]
module spam
class spam.Counter "Counter *" "&Counter_Type"
spam.fail
    value: object
    /
[clinic start generated code]*/

static PyObject *
spam_fail_impl(PyObject *module, PyObject *value)
/*[clinic end generated code: output=1 input=2]*/
{
    PyErr_SetObject(SpamError, value);
    return NULL;
}

static PyObject *
spam_make_impl(PyObject *module)
{
    return PyObject_CallNoArgs((PyObject *)&Counter_Type);
}

static PyObject *
spam_Counter_fail_impl(Counter *self, PyObject *value)
{
    if (self->number > 0) {
        Py_RETURN_NONE;
    }
    PyErr_SetObject(SpamError, value);
    return NULL;
}

static PyMethodDef Counter_methods[] = {
    SPAM_COUNTER_FAIL_METHODDEF
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Counter",
    .tp_basicsize = sizeof(Counter),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Counter_methods,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    SPAM_FAIL_METHODDEF
    SPAM_MAKE_METHODDEF
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    if (PyType_Ready(&Counter_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
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
