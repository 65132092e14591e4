/* The flag is of CPython 3.10; 3.9 has nothing of the kind. */
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

static PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, free_with_type},
    {Py_tp_traverse, visit_type},
    {Py_tp_methods, spam_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec spam_spec = {
    .name = "pair.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
             | Py_TPFLAGS_BASETYPE,
    .slots = spam_slots,
};

static int
fill(PyObject *module)
{
    return add(module, "Spam", PyType_FromModuleAndSpec(module, &spam_spec, NULL));
}
