#include "../module.h"

/* A helper that nobody calls closes no class. */
static inline int
freeze(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030e0000
    return PyType_Freeze(type);
#else
    type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    return 0;
#endif
}

static PyType_Slot slots[] = {{Py_tp_doc, "a type"}, {0, NULL}};

static PyType_Spec Spam_spec = {  // want: change-mutable
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, slots,
};

PyObject *
make_type(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &Spam_spec, NULL);
}
