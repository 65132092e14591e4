/* A constructor that fails frees the instance by the slot of its type: the reference to the heap
 * type goes with it. */
#include <Python.h>
typedef struct { PyObject_HEAD char *buf; } Spam;
static PyTypeObject Spam_Type;
static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kw)
{
    Spam *self = (Spam *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->buf = malloc(10);
    if (self->buf == NULL) {
        type->tp_free((PyObject *)self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}
static void
Spam_dealloc(Spam *self)
{
    free(self->buf);
    Py_TYPE(self)->tp_free((PyObject *)self);
}
static PyObject *
make(PyObject *m, PyObject *arg)
{
    Spam *s = PyObject_New(Spam, &Spam_Type);
    if (s == NULL) {
        return NULL;
    }
    s->buf = malloc(10);
    if (s->buf == NULL) {
        PyObject_Del(s);
        return PyErr_NoMemory();
    }
    return (PyObject *)s;
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
    .tp_new = Spam_new,
    .tp_dealloc = (destructor)Spam_dealloc,
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};
PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Spam_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&module);
}
