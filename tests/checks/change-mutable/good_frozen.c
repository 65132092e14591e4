#include "../module.h"

/* The class is closed once its attributes are set. */
static inline int
freeze(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030e0000
    return PyType_Freeze(type);
#else
    type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    PyType_Modified(type);
    return 0;
#endif
}

static PyType_Slot slots[] = {{Py_tp_doc, "a type"}, {0, NULL}};

static PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, slots,
};

PyObject *
make_type(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Spam_spec, NULL);
    if (type == NULL || PyObject_SetAttrString(type, "limit", Py_None) < 0
        || freeze((PyTypeObject *)type) < 0)
    {
        Py_XDECREF(type);
        return NULL;
    }
    return type;
}
