#include "../module.h"

/* It takes over one reference: the call does if it succeeds, and the helper if not. */
static int
add(PyObject *module, const char *name, PyObject *value)
{
    int result = PyModule_AddObject(module, name, value);
    if (result != 0) {
        Py_DECREF(value);
    }
    return result;
}

/* Each reference that the helper took is released once. */
static void
drop(PyObject *value, int n)
{
    for (int i = 0; i < n; i++) {
        Py_INCREF(value);
    }
    for (int i = 0; i < n; i++) {
        Py_DECREF(value);
    }
}

PyObject *make_number(long value);

/* A reference of its own is taken first; the first one is the list's. */
static PyObject *
listed(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    (void)module;
    PyObject *list = PyList_New(1);
    if (list == NULL) {
        return NULL;
    }
    PyObject *number = make_number(3);
    if (number == NULL) {
        Py_DECREF(list);
        return NULL;
    }
    Py_INCREF(number);
    PyList_SET_ITEM(list, 0, number);
    drop(number, 2);
    Py_DECREF(number);
    return list;
}

/* The object is another one when it is released. */
static PyObject *
replaced(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    (void)module;
    PyObject *list = PyList_New(1);
    if (list == NULL) {
        return NULL;
    }
    PyObject *number = make_number(3);
    PyList_SET_ITEM(list, 0, number);
    number = make_number(4);
    Py_XDECREF(number);
    return list;
}

static int
spam_exec(PyObject *module)
{
    PyObject *names = PyList_New(0);
    return names == NULL ? -1 : add(module, "names", names);
}

static PyMethodDef methods[] = {
    {"listed", listed, METH_NOARGS, NULL},
    {"replaced", replaced, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};
