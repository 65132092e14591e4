/* Filled in before the type is made. */
#include "../module.h"

static PyType_Slot slots[] = {
    {Py_tp_base, NULL},
    {Py_tp_doc, "A spam."},
    {0, NULL},
};

static PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};

PyObject *
make_spam(PyObject *module)
{
    slots[0].pfunc = &PyBaseObject_Type;
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
