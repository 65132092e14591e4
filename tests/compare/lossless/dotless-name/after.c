/* A spec's name without a dot gives a type without `__module__` and a warning.  So the
 * spec names builtins, and what repr and messages show is put back afterwards: from
 * CPython 3.11 the type frees a copy of its own, before it never frees the name. */
#include "../module.h"

static PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, free_with_type},
    {Py_tp_traverse, visit_type},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec spam_spec = {
    .name = "builtins.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = spam_slots,
};

static int
fill(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &spam_spec, NULL);
    if (type != NULL) {
        ((PyTypeObject *)type)->tp_name = "Spam";
    }
    return add(module, "Spam", type);
}
