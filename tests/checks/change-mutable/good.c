#include "../module.h"

static PyType_Slot slots[] = {{Py_tp_doc, "a type"}, {0, NULL}};

#if PY_VERSION_HEX >= 0x030a0000
#define CLOSED Py_TPFLAGS_IMMUTABLETYPE
#else
#define CLOSED 0
#endif

static PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | CLOSED, slots,
};

PyObject *
make_type(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &Spam_spec, NULL);
}
