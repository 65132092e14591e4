/* `type` is what the class is an instance of anyhow. */
#include "../module.h"

static PyType_Slot slots[] = {{0, NULL}};
static PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    slots,
};

PyObject *
make_type(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
    if (type != NULL) {
        Py_SET_TYPE(type, &PyType_Type);
    }
    return type;
}
