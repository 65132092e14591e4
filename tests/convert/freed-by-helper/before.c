/* A helper frees the instances for the dealloc function and for a constructor that fails: it
 * releases the type for both. */
#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject_HEAD
    char *text;
    PyObject *owner;
} Spam;

static PyTypeObject Spam_Type;

static void
spam_free(Spam *self)
{
    free(self->text);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static void
Spam_dealloc(PyObject *op)
{
    Spam *self = (Spam *)op;
    Py_CLEAR(self->owner);
    spam_free(self);
}

static PyObject *
make(PyObject *Py_UNUSED(module), PyObject *owner)
{
    Spam *self = PyObject_New(Spam, &Spam_Type);
    if (self == NULL) {
        return NULL;
    }
    self->owner = NULL;
    self->text = malloc(10);
    if (self->text == NULL) {
        spam_free(self);
        return PyErr_NoMemory();
    }
    Py_INCREF(owner);
    self->owner = owner;
    return (PyObject *)self;
}

static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = Spam_dealloc,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Spam_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
