#include "../module.h"

namespace spam {

static PyObject *
repr(PyObject *)
{
    return PyUnicode_FromString("spam");
}

PyType_Slot slots[] = {
    {Py_tp_repr, reinterpret_cast<void *>(repr)},
    {Py_tp_str, reinterpret_cast<void *>(&repr)},
    {Py_tp_repr, reinterpret_cast<void *>(repr)},  // want: type-slot-repeated
    {0, nullptr},
};

}  // namespace spam

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    spam::slots,
};
