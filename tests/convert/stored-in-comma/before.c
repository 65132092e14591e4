/* A comma takes a reference, and gives the object: what is stored is the module's own. */
#include <Python.h>

#define NEW_REF(o) (Py_INCREF(o), (o))

static PyObject *marker, *last, *first, *kept;

static PyObject *
spam_put(PyObject *self, PyObject *value)
{
    PyObject *old = last;
    last = NEW_REF(value);
    Py_XDECREF(old);
    return NEW_REF(marker);
}

static PyObject *
spam_first(PyObject *self, PyObject *value)
{
    if (first == NULL) {
        first = (Py_INCREF(value), value);
    }
    return NEW_REF(first);
}

static PyObject *
spam_item(PyObject *self, PyObject *list)
{
    PyObject *item;
    if (!PyList_Check(list) || PyList_GET_SIZE(list) == 0) {
        Py_RETURN_NONE;
    }
    if (kept == NULL) {
        kept = (item = PyList_GET_ITEM(list, 0), Py_INCREF(item), item);
    }
    return NEW_REF(kept);
}

static PyMethodDef methods[] = {
    {"item", spam_item, METH_O, NULL},
    {"put", spam_put, METH_O, NULL},
    {"first", spam_first, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    marker = NEW_REF(Py_Ellipsis);
    return m;
}
