#include <Python.h>

/* Handlers that a table of pointers leads to find the state by the instance that they get,
 * also where its struct has another name first, and where the type of an instance is only
 * what something else is checked against. */
static PyObject *Error;

typedef struct _trait early_trait;
typedef PyObject *(*handler)(early_trait *, PyObject *);

typedef struct _trait {
    PyObject_HEAD
    handler handle;
    PyObject *last;
} Trait;

static PyObject *
only_same(Trait *self, PyObject *value)
{
    if (!PyObject_TypeCheck(value, Py_TYPE(self))) {
        PyErr_SetString(Error, "another type");
        return NULL;
    }
    Py_INCREF(value);
    return value;
}

static PyObject *
only_none(Trait *self, PyObject *value)
{
    if (value != Py_None) {
        PyErr_SetString(Error, "not None");
        return NULL;
    }
    Py_RETURN_NONE;
}

static handler handlers[] = {only_same, only_none};

static PyObject *
Trait_set(Trait *self, PyObject *args)
{
    int number;
    if (!PyArg_ParseTuple(args, "i", &number)) {
        return NULL;
    }
    if (number < 0 || number > 1) {
        PyErr_SetString(Error, "no such handler");
        return NULL;
    }
    self->handle = handlers[number];
    Py_RETURN_NONE;
}

static PyObject *
Trait_check(Trait *self, PyObject *value)
{
    PyObject *result = self->handle != NULL ? self->handle(self, value) : NULL;
    if (result != NULL) {
        Py_INCREF(result);
        Py_XSETREF(self->last, result);
    }
    else if (!PyErr_Occurred()) {
        PyErr_SetString(Error, "no handler");
    }
    return result;
}

static int
Trait_traverse(Trait *self, visitproc visit, void *arg)
{
    if (self->last != NULL) {
        return visit(self->last, arg);
    }
    return 0;
}

static int
Trait_clear(Trait *self)
{
    Py_CLEAR(self->last);
    return 0;
}

static void
Trait_dealloc(Trait *self)
{
    PyObject_GC_UnTrack(self);
    Trait_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef Trait_methods[] = {
    {"set", (PyCFunction)Trait_set, METH_VARARGS, NULL},
    {"check", (PyCFunction)Trait_check, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Trait_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Trait",
    .tp_basicsize = sizeof(Trait),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)Trait_dealloc,
    .tp_traverse = (traverseproc)Trait_traverse,
    .tp_clear = (inquiry)Trait_clear,
    .tp_methods = Trait_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL || PyModule_AddType(m, &Trait_Type) < 0) {
        Py_XDECREF(m);
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL || PyModule_AddObjectRef(m, "Error", Error) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
