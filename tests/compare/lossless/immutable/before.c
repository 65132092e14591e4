/* Nobody changes a static type, nor the class of its instances. */
#include "../module.h"

static PyObject *
spam_taste(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    return PyUnicode_FromString("salty");
}

static PyMethodDef spam_methods[] = {
    {"taste", spam_taste, METH_NOARGS, "taste($self, /)\n--\n\nWhat it is like."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pair.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = spam_methods,
    .tp_new = PyType_GenericNew,
};

static int
fill(PyObject *module)
{
    return add_static(module, "Spam", &Spam_Type);
}
