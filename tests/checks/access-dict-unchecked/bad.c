#include "../module.h"

typedef struct {
    PyObject_HEAD
    Py_ssize_t count;
} SpamObject;

static PyObject *
count(PyObject *module, PyObject *unused)
{
    PyObject *dict = PyModule_GetDict(module);
    SpamObject *spam = (SpamObject *)PyDict_GetItemString(dict, "spam");  // want: access-dict-unchecked
    if (spam == NULL) {
        return NULL;  // want: exception-missing
    }
    return PyLong_FromSsize_t(spam->count);
}

static PyObject *
call(PyObject *module, PyObject *unused)
{
    PyObject *callback = PyDict_GetItemString(PyModule_GetDict(module), "callback");  // want: access-dict-unchecked
    return PyObject_CallNoArgs(callback);
}

static PyObject *
first(PyObject *module, PyObject *unused)
{
    PyObject *item = NULL;
    PyObject *list = PyObject_GetAttrString(module, "items");
    if (list != NULL) {
        item = Py_NewRef(((PyListObject *)list)->ob_item[0]);  // want: access-dict-unchecked
        Py_DECREF(list);
    }
    return item;
}

static PyMethodDef functions[] = {
    {"count", count, METH_NOARGS, NULL},
    {"call", call, METH_NOARGS, NULL},
    {"first", first, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = functions, .m_slots = slots,
};
