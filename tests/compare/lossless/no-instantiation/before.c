/* Static types without tp_new do not inherit object's: only C code makes instances. */
#include "../module.h"

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pair.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static int
fill(PyObject *module)
{
    return add_static(module, "Spam", &Spam_Type);
}
