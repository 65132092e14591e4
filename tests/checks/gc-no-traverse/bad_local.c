#include "../module.h"

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return type->tp_alloc(type, 0);
}

/* Slots and spec are local variables of the function that makes the type. */
int
add_types(PyObject *module)
{
    PyType_Slot slots[] = {{Py_tp_new, Spam_new}, {0, NULL}};
    PyType_Spec spec = {  // want: gc-no-traverse
        .name = "spam.Spam", .basicsize = sizeof(PyObject), .slots = slots,
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    };
    PyObject *spam = PyType_FromModuleAndSpec(module, &spec, NULL);
    Py_XDECREF(spam);
    return spam == NULL ? -1 : 0;
}
