#include "../module.h"

#define PACKAGE "package."

static PyType_Slot slots[] = {{Py_tp_doc, "a type"}, {0, NULL}};

PyType_Spec Spam_spec = {
    PACKAGE "Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

/* insulate.h makes of a name without a dot what it means for a static type. */
PyTypeObject *Insulate_NewType(PyObject *module, PyType_Spec *spec, PyObject *bases);

static PyType_Spec Plain_spec = {
    "Plain", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

PyTypeObject *
make_plain(PyObject *module)
{
    return Insulate_NewType(module, &Plain_spec, NULL);
}
