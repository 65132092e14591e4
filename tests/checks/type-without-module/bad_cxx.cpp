#include "../module.h"

namespace spam {

extern PyModuleDef definition;

static PyObject *
name(PyObject *self, void *)
{
    PyObject *module = PyType_GetModuleByDef(Py_TYPE(self), &definition);
    return module != nullptr ? PyModule_GetNameObject(module) : nullptr;
}

static PyGetSetDef getters[] = {
    {"name", name, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
static PyObject *
repr(PyObject *self)
{
    return name(self, nullptr);
}
static PyType_Slot slots[] = {
    {Py_tp_getset, getters},
    {Py_tp_repr, reinterpret_cast<void *>(repr)},
    {0, nullptr},
};
static PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

static int
exec(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&spec);  // want: type-without-module
    int failed = PyModule_AddObjectRef(module, "Spam", type);
    Py_XDECREF(type);
    return failed;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(exec)}, INTERPRETERS_SLOT {0, nullptr}};
PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = module_slots};

}  // namespace spam

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&spam::definition);
}
