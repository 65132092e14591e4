/* CPython parses the signature out of the slot as it does out of the field (3.10). */
#include "../module.h"

static PyObject *
spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *words[] = {"size", "flavour", NULL};
    int size;
    PyObject *flavour = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "i|O:Spam", words, &size, &flavour)) {
        return NULL;
    }
    return type->tp_alloc(type, 0);
}

static PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, free_with_type},
    {Py_tp_traverse, visit_type},
    {Py_tp_doc, "Spam(size, flavour=None)\n--\n\nA tin of it."},
    {Py_tp_new, spam_new},
    {0, NULL},
};

static PyType_Spec spam_spec = {
    .name = "pair.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = spam_slots,
};

static int
fill(PyObject *module)
{
    return add(module, "Spam", PyType_FromModuleAndSpec(module, &spam_spec, NULL));
}
