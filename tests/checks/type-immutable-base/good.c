/* Both immutable, both mutable, or a base of the interpreter's. */
#include "../module.h"

struct spam_state {
    PyTypeObject *base, *leaf, *open_base, *open_leaf, *list;
};

static PyType_Slot slots[] = {{0, NULL}};
#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)

PyType_Spec Base_spec = {
    "spam.Base", sizeof(PyObject), 0, FLAGS | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
PyType_Spec Leaf_spec = {"spam.Leaf", 0, 0, FLAGS | Py_TPFLAGS_IMMUTABLETYPE, slots};
PyType_Spec List_spec = {"spam.List", 0, 0, FLAGS | Py_TPFLAGS_IMMUTABLETYPE, slots};
PyType_Spec OpenBase_spec = {  // want: change-mutable
    "spam.OpenBase", sizeof(PyObject), 0, FLAGS, slots,
};
PyType_Spec OpenLeaf_spec = {"spam.OpenLeaf", 0, 0, FLAGS, slots};  // want: change-mutable

static PyTypeObject *
make(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, (PyObject *)base);
}

int
make_types(PyObject *module, struct spam_state *state)
{
    state->base = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Base_spec, NULL);
    state->leaf = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Leaf_spec,
                                                           (PyObject *)state->base);
    state->list = (PyTypeObject *)PyType_FromModuleAndSpec(module, &List_spec,
                                                           (PyObject *)&PyList_Type);
    state->open_base = make(module, &OpenBase_spec, NULL);
    state->open_leaf = make(module, &OpenLeaf_spec, state->open_base);
    return state->open_leaf == NULL ? -1 : 0;
}
