#include "../module.h"

#define NAME "Spam"

static PyType_Slot slots[] = {{Py_tp_doc, "a type"}, {0, NULL}};

PyType_Spec Spam_spec = {
    NAME,  // want: change-name
    sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
PyType_Spec Ham_spec = {
    .slots = slots, .name = "Ham",  // want: change-name
    .basicsize = sizeof(PyObject), .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
};
