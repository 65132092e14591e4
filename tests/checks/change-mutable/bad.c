#include "../module.h"

static PyType_Slot slots[] = {{Py_tp_doc, "a type"}, {0, NULL}};

static PyType_Spec Spam_spec = {  // want: change-mutable
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, slots,
};

PyObject *
make_type(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &Spam_spec, NULL);
}
