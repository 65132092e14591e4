/* A name without a dot: CPython says that the type's module is builtins. */
#include "../module.h"

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int
fill(PyObject *module)
{
    return add_static(module, "Spam", &Spam_Type);
}
