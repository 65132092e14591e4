/* What a lookup gives, put into a member by Py_XSETREF. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

static PyObject *
spam_set(PyObject *self, PyObject *arg)
{
    PyObject *item = PyList_GetItem(arg, 0);
    if (item == NULL) {
        return NULL;
    }
    Py_XSETREF(((SpamObject *)self)->item, item);  // want: lifetime-borrowed-stored
    Py_RETURN_NONE;
}

static int
spam_clear(PyObject *self)
{
    Py_CLEAR(((SpamObject *)self)->item);
    return 0;
}

static PyMethodDef methods[] = {{"set", spam_set, METH_O, NULL}, {NULL, NULL, 0, NULL}};
PyType_Slot slots[] = {{Py_tp_methods, methods}, {Py_tp_clear, spam_clear}, {0, NULL}};
