/* Heap types do, unless a flag forbids it.  CPython 3.9 does not know the flag: there
 * tp_new is taken away from the finished type, before a subclass can inherit it. */
#include "../module.h"

static PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, free_with_type},
    {Py_tp_traverse, visit_type},
    {0, NULL},
};

static PyType_Spec spam_spec = {
    .name = "pair.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
             | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = spam_slots,
};

static int
fill(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &spam_spec, NULL);
#if PY_VERSION_HEX < 0x030a0000
    if (type != NULL) {
        ((PyTypeObject *)type)->tp_new = NULL;
    }
#endif
    return add(module, "Spam", type);
}
