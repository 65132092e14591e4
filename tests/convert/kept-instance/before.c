/* The module keeps an instance by Py_XSETREF, which writes through a pointer: the garbage
 * collector must see instances, although they hold no object. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long number;
} CountObject;

static PyTypeObject Count_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Count",
    .tp_basicsize = sizeof(CountObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *last;

static PyObject *
spam_make(PyObject *self, PyObject *unused)
{
    PyObject *made = PyObject_CallNoArgs((PyObject *)&Count_Type);
    if (made == NULL) {
        return NULL;
    }
    Py_XSETREF(last, Py_NewRef(made));
    return made;
}

static PyMethodDef methods[] = {
    {"make", spam_make, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m != NULL && PyModule_AddType(m, &Count_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
