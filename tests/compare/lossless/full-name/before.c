/* A name with several dots: all but the last part is the type's module. */
#include "../module.h"

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "kitchen.tins.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "Spam in tins.",
    .tp_new = PyType_GenericNew,
};

static int
fill(PyObject *module)
{
    return add_static(module, "Spam", &Spam_Type);
}
