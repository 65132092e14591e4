/* copyreg takes any heap type for a class made in Python, and object's tp_new for its
 * own.  So the type says itself what it refuses, in reduce_ex.h. */
#include "../module.h"
#include "../reduce_ex.h"

static PyType_Slot tins_slots[] = {
    {Py_tp_methods, reducing_methods},
    {0, NULL},
};

static PyType_Spec tins_spec = {
    .name = "pair.Tins",
    .basicsize = sizeof(PyDictObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_BASETYPE,
    .slots = tins_slots,
};

static PyType_Spec cans_spec = {
    .name = "pair.Cans",
    .basicsize = sizeof(PyDictObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_BASETYPE,
    .slots = tins_slots,
};

static PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, free_with_type},
    {Py_tp_traverse, visit_type},
    {Py_tp_methods, reducing_methods},
    {0, NULL},
};

static PyType_Spec spam_spec = {
    .name = "pair.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
             | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = spam_slots,
};

static PyObject *
open_tin(PyObject *module, PyObject *unused)
{
    PyObject *spam = PyObject_GetAttrString(module, "Spam");
    PyObject *tin = NULL;
    (void)unused;
    if (spam != NULL) {
        tin = ((PyTypeObject *)spam)->tp_alloc((PyTypeObject *)spam, 0);
        Py_DECREF(spam);
    }
    return tin;
}

static PyMethodDef methods[] = {
    {"tin", open_tin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *
made_of(PyObject *module, PyType_Spec *spec, PyObject *base)
{
    PyObject *bases = base != NULL ? PyTuple_Pack(1, base) : NULL;
    PyObject *type = bases != NULL ? PyType_FromModuleAndSpec(module, spec, bases) : NULL;
    Py_XDECREF(bases);
    return type;
}

static int
fill(PyObject *module)
{
    PyObject *spam = PyType_FromModuleAndSpec(module, &spam_spec, NULL);
    PyObject *tins = made_of(module, &tins_spec, (PyObject *)&PyDict_Type);
    PyObject *cans = made_of(module, &cans_spec, tins);
#if PY_VERSION_HEX < 0x030a0000
    if (spam != NULL) {
        ((PyTypeObject *)spam)->tp_new = NULL;
    }
#endif
    if (add(module, "Spam", spam) < 0) {
        Py_XDECREF(tins);
        Py_XDECREF(cans);
        return -1;
    }
    if (add(module, "Tins", tins) < 0) {
        Py_XDECREF(cans);
        return -1;
    }
    return add(module, "Cans", cans) < 0 ? -1 : PyModule_AddFunctions(module, methods);
}
