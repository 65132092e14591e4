#include "../module.h"

static int
ignore_missing(PyObject *value)
{
    if (value == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) {
            return -1;
        }
        PyErr_Clear();
    }
    return 0;
}

/* 1 and 0 are answers: it says which exception is set. */
static int
is_missing(void)
{
    if (PyErr_ExceptionMatches(PyExc_AttributeError)) {
        return 0;
    }
    return 1;
}

/* The caller goes on with the exception, whatever it is told. */
static int
is_other(PyObject *value)
{
    if (value == NULL && !PyErr_ExceptionMatches(PyExc_AttributeError)) {
        return -1;
    }
    return 0;
}

static PyObject *
close_all(PyObject *module, PyObject *object)
{
    (void)module;
    PyObject *method = PyObject_GetAttrString(object, "close");
    if (ignore_missing(method)) {
        return NULL;
    }
    Py_XDECREF(method);
    method = PyObject_GetAttrString(object, "open");
    if (method == NULL && is_missing()) {
        return NULL;
    }
    if (is_other(method)) {
        return NULL;
    }
    PyErr_Clear();
    Py_XDECREF(method);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"close_all", close_all, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};
