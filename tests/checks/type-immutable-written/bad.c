#include "../module.h"

static PyTypeObject Static_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Static",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyType_Slot slots[] = {{Py_tp_doc, "A spam."}, {0, NULL}};
static PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};

PyObject *
make_spam(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);  // want: lifetime-reference-leaked
    if (type == NULL
        || PyObject_SetAttrString(type, "limit", Py_None) < 0)  // want: type-immutable-written
    {
        return NULL;
    }
    return type;
}

int
set_limit(PyObject *limit)
{
    if (PyType_Ready(&Static_Type) < 0) {
        return -1;
    }
    return PyObject_SetAttrString((PyObject *)&Static_Type, "limit", limit);  // want: type-immutable-written
}
