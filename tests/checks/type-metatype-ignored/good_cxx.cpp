/* The metatype's tp_new is the one of `type`. */
#include "../module.h"

static PyType_Slot Meta_slots[] = {
    {Py_tp_base, &PyType_Type},
    {0, nullptr},
};
static PyType_Spec Meta_spec = {"spam.Meta", 0, 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Meta_slots};

static PyType_Slot Ham_slots[] = {
    {0, nullptr},
};
static PyType_Spec Ham_spec = {
    "spam.Ham", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Ham_slots};

int
add_ham(PyObject *module)
{
    PyObject *meta = PyType_FromModuleAndSpec(module, &Meta_spec, nullptr);
    if (meta == nullptr) {
        return -1;
    }
    PyObject *ham = PyType_FromMetaclass(reinterpret_cast<PyTypeObject *>(meta), module,
                                         &Ham_spec, nullptr);
    Py_DECREF(meta);
    if (ham == nullptr) {
        return -1;
    }
    int status = PyModule_AddType(module, reinterpret_cast<PyTypeObject *>(ham));
    Py_DECREF(ham);
    return status;
}
