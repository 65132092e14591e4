#include "../module.h"

typedef struct {
    PyObject_HEAD
    Py_ssize_t count;
} SpamObject;

typedef struct {
    PyTypeObject *spam_type;
} spam_state;

static PyObject *
count(PyObject *module, PyObject *unused)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *spam = PyDict_GetItemString(PyModule_GetDict(module), "spam");
    if (spam == NULL || !Py_IS_TYPE(spam, state->spam_type)) {
        PyErr_SetString(PyExc_TypeError, "spam was replaced");
        return NULL;
    }
    return PyLong_FromSsize_t(((SpamObject *)spam)->count);
}

static PyObject *
call(PyObject *module, PyObject *unused)
{
    PyObject *callback = PyObject_GetAttrString(module, "callback");
    if (callback == NULL) {
        return NULL;
    }
    PyObject *result = PyObject_CallNoArgs(callback);
    Py_DECREF(callback);
    return result;
}

/* A dictionary of the caller's is no module's. */
static PyObject *
get(PyObject *module, PyObject *dict)
{
    return Py_XNewRef(PyDict_GetItemString(dict, "spam"));
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->spam_type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->spam_type);
    return 0;
}

static PyMethodDef functions[] = {
    {"count", count, METH_NOARGS, NULL},
    {"call", call, METH_NOARGS, NULL},
    {"get", get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};
struct PyModuleDef definition = {  // want: lifetime-state-not-cleared
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
};
