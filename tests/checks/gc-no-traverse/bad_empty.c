/* A table that has nothing but its end. */
#include "../module.h"

static PyType_Slot slots[] = {{0, NULL}};

PyType_Spec Spam_spec = {  // want: gc-no-traverse
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};

PyObject *
make_spam(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &Spam_spec, NULL);
}
