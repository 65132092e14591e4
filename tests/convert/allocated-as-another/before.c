/* Instances of a type that only another object, or a member, knows. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyTypeObject *child_type;
    long n;
} SpamObject;

static PyObject *
spam_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    SpamObject *self = PyObject_New(SpamObject, type);
    if (self != NULL) {
        self->child_type = &PyLong_Type;
        self->n = 1;
    }
    return (PyObject *)self;
}

static PyObject *
spam_copy(SpamObject *self, PyObject *unused)
{
    SpamObject *copy = PyObject_New(SpamObject, Py_TYPE(self));
    if (copy != NULL) {
        copy->child_type = Py_TYPE(self);
        copy->n = self->n + 1;
    }
    return (PyObject *)copy;
}

static PyObject *
spam_child(SpamObject *self, PyObject *unused)
{
    if (self->child_type == &PyLong_Type) {
        return PyLong_FromLong(self->n);
    }
    SpamObject *child = PyObject_New(SpamObject, self->child_type);
    if (child != NULL) {
        child->child_type = &PyLong_Type;
        child->n = self->n + 10;
    }
    return (PyObject *)child;
}

static PyObject *
spam_make(PyObject *type, PyObject *unused)
{
    SpamObject *made = PyObject_New(SpamObject, (PyTypeObject *)type);
    if (made != NULL) {
        made->child_type = (PyTypeObject *)type;
        made->n = 0;
    }
    return (PyObject *)made;
}

static PyMethodDef spam_object_methods[] = {
    {"copy", (PyCFunction)spam_copy, METH_NOARGS, NULL},
    {"child", (PyCFunction)spam_child, METH_NOARGS, NULL},
    {"make", spam_make, METH_NOARGS | METH_CLASS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(SpamObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = spam_object_methods,
    .tp_new = spam_new,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddType(m, &Spam_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
