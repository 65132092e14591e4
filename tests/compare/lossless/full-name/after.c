/* The spec has the whole name, whatever the module is called. */
#include "../module.h"

static PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, free_with_type},
    {Py_tp_traverse, visit_type},
    {Py_tp_doc, "Spam in tins."},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec spam_spec = {
    .name = "kitchen.tins.Spam",
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
