#include "../module.h"

#define PACKAGE "package."

static PyType_Slot slots[] = {{Py_tp_doc, "a type"}, {0, NULL}};

PyType_Spec Spam_spec = {
    PACKAGE "Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
