#include "../module.h"

struct state {
    PyTypeObject *Spam_Type;
};

/* Memory of the module's own. */
static PyObject *
make(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    struct state *state = PyModule_GetState(self);
    PyObject *spam = PyObject_Malloc(sizeof *spam);
    return spam != NULL ? PyObject_Init(spam, state->Spam_Type) : PyErr_NoMemory();
}

/* A static type counts no instances. */
static PyObject *
make_bytes(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    PyObject *object = PyObject_New(PyObject, &PyBaseObject_Type);
    return object != NULL ? PyObject_Init(object, &PyBaseObject_Type) : NULL;
}

PyMethodDef methods[] = {
    {"make", make, METH_NOARGS, NULL},
    {"make_bytes", make_bytes, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
