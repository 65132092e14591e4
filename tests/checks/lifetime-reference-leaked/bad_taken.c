/* References that are taken of what something else owns, for nobody. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *name;
} SpamObject;

static PyObject *
spam_repr(PyObject *self, PyObject *ignored)
{
    PyObject *name = Py_NewRef(((SpamObject *)self)->name);  // want: lifetime-reference-leaked
    return PyUnicode_FromFormat("<%R>", name);
}

/* One path of two. */
static PyObject *
spam_join(PyObject *self, PyObject *words)
{
    PyObject *name = ((SpamObject *)self)->name;
    Py_INCREF(name);  // want: lifetime-reference-leaked
    PyObject *joined = PyUnicode_Join(name, words);
    if (joined == NULL) {
        return NULL;
    }
    Py_DECREF(name);
    return joined;
}

/* Many ends, one fault. */
static PyObject *
spam_pick(PyObject *self, PyObject *words)
{
    PyObject *first = PyList_GetItem(words, 0);
    if (first == NULL) {
        return NULL;
    }
    Py_INCREF(first);  // want: lifetime-reference-leaked
    if (PyObject_IsTrue(first) < 0) {
        return NULL;
    }
    if (PyObject_IsTrue(words) < 0) {
        return NULL;
    }
    Py_DECREF(first);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"repr", spam_repr, METH_NOARGS, NULL},
    {"join", spam_join, METH_O, NULL},
    {"pick", spam_pick, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
PyType_Slot slots[] = {{Py_tp_methods, methods}, {0, NULL}};
