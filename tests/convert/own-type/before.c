#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Number;

static PyTypeObject Final_Type;
static PyTypeObject Open_Type;
static PyTypeObject One_Type;
static PyTypeObject Two_Type;

static void
number_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
}

/* The type of its instances cannot be another one. */
static PyObject *
final_copy(Number *self, PyObject *unused)
{
    Number *copy = PyObject_New(Number, &Final_Type);
    if (copy == NULL) {
        return NULL;
    }
    copy->value = self->value;
    return (PyObject *)copy;
}

/* A question about the type of another object stays one. */
static PyObject *
final_compare(PyObject *self, PyObject *other, int op)
{
    if (Py_TYPE(other) != &Final_Type) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    Py_RETURN_RICHCOMPARE(((Number *)self)->value, ((Number *)other)->value, op);
}

/* A subclass has another type than its copy. */
static PyObject *
open_copy(Number *self, PyObject *unused)
{
    Number *copy = PyObject_New(Number, &Open_Type);
    if (copy == NULL) {
        return NULL;
    }
    copy->value = self->value;
    return (PyObject *)copy;
}

/* Instances of two types get here. */
static PyObject *
one_of_two(Number *self, PyObject *unused)
{
    Number *copy = PyObject_New(Number, &One_Type);
    if (copy == NULL) {
        return NULL;
    }
    copy->value = self->value;
    return (PyObject *)copy;
}

/* The argument changes. */
static PyObject *
final_negated(Number *self, PyObject *other)
{
    if (other != Py_None) {
        self = (Number *)other;
    }
    Number *negated = PyObject_New(Number, &Final_Type);
    if (negated == NULL) {
        return NULL;
    }
    negated->value = self == NULL ? 0 : 1;
    return (PyObject *)negated;
}

static PyMethodDef final_methods[] = {
    {"copy", (PyCFunction)final_copy, METH_NOARGS, NULL},
    {"negated", (PyCFunction)final_negated, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef open_methods[] = {
    {"copy", (PyCFunction)open_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef shared_methods[] = {
    {"one", (PyCFunction)one_of_two, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Final_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Final",
    .tp_basicsize = sizeof(Number),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = number_dealloc,
    .tp_new = PyType_GenericNew,
    .tp_methods = final_methods,
    .tp_richcompare = final_compare,
};

static PyTypeObject Open_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Open",
    .tp_basicsize = sizeof(Number),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_dealloc = number_dealloc,
    .tp_new = PyType_GenericNew,
    .tp_methods = open_methods,
};

static PyTypeObject One_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.One",
    .tp_basicsize = sizeof(Number),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = number_dealloc,
    .tp_new = PyType_GenericNew,
    .tp_methods = shared_methods,
};

static PyTypeObject Two_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Two",
    .tp_basicsize = sizeof(Number),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = number_dealloc,
    .tp_new = PyType_GenericNew,
    .tp_methods = shared_methods,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Final_Type) < 0
        || PyModule_AddType(module, &Open_Type) < 0
        || PyModule_AddType(module, &One_Type) < 0
        || PyModule_AddType(module, &Two_Type) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
