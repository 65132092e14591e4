#include "box.h"

typedef struct {
    PyObject_HEAD
    PyObject *value;
} BoxObject;

static void
box_dealloc(BoxObject *self)
{
    DROP(self->value);
    PyObject_Del(self);
}

static PyObject *
box_get(BoxObject *self, PyObject *args, PyObject *kwargs)
{
    static char *no_names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, ":get", no_names)) {
        return NULL;
    }
    Py_INCREF(self->value);
    return self->value;
}

static PyMethodDef box_methods[] = {
    {"get", (PyCFunction)(void (*)(void))box_get, METH_VARARGS | METH_KEYWORDS,
     "What is in it."},
    {NULL, NULL, 0, NULL},
};

/* No header knows it, and nobody makes it ready. */
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)box_dealloc,
    .tp_getattro = PyObject_GenericGetAttr,
    .tp_methods = box_methods,
};

PyObject *
box_new(PyObject *value)
{
    BoxObject *self = PyObject_New(BoxObject, &Box_Type);
    if (self != NULL) {
        Py_INCREF(value);
        self->value = value;
    }
    return (PyObject *)self;
}
