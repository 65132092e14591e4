/* The metatype of a static base. */
#include "../module.h"

static PyObject *
Meta_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return PyType_Type.tp_new(type, args, kwargs);
}

static PyTypeObject Meta_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(nullptr, 0)
    .tp_name = "spam.Meta",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &PyType_Type,
    .tp_new = Meta_new,
};

static PyTypeObject Base_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(&Meta_Type, 0)
    .tp_name = "spam.Base",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static PyType_Slot Leaf_slots[] = {
    {Py_tp_base, &Base_Type},
    {0, nullptr},
};
static PyType_Spec Leaf_spec = {"spam.Leaf", sizeof(PyObject), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Leaf_slots};

int
add_leaf(PyObject *module)
{
    if (PyType_Ready(&Meta_Type) < 0 || PyType_Ready(&Base_Type) < 0) {
        return -1;
    }
    PyObject *leaf =
        PyType_FromModuleAndSpec(module, &Leaf_spec, nullptr);  // want: type-metatype-ignored
    if (leaf == nullptr) {
        return -1;
    }
    int status = PyModule_AddType(module, reinterpret_cast<PyTypeObject *>(leaf));
    Py_DECREF(leaf);
    return status;
}
