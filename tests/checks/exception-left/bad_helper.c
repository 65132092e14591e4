#include "../module.h"

/* A helper that gives 0 or -1, of which callers ask no more than `if (f())`. */
static int
ignore_missing(PyObject *value)
{
    if (value == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) {
            return -1;
        }
    }
    return 0;  // want: exception-left
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
    return PyUnicode_FromString("closed");  // want: exception-left
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
