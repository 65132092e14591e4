/* Without a tp_new of its own a static type refuses the pickle protocols 0 and 1, which
 * know no __newobj__, and takes the others if its instances have nothing but Python can
 * see. */
#include "../module.h"

/* A dict that only C code makes. */
static PyTypeObject Tins_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pair.Tins",
    .tp_basicsize = sizeof(PyDictObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &PyDict_Type,
};

static PyTypeObject Cans_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pair.Cans",
    .tp_basicsize = sizeof(PyDictObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &Tins_Type,
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pair.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
open_tin(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return Spam_Type.tp_alloc(&Spam_Type, 0);
}

static PyMethodDef methods[] = {
    {"tin", open_tin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
fill(PyObject *module)
{
    return add_static(module, "Spam", &Spam_Type) < 0
                   || add_static(module, "Tins", &Tins_Type) < 0
                   || add_static(module, "Cans", &Cans_Type) < 0
               ? -1
               : PyModule_AddFunctions(module, methods);
}
