/* A mutable type; a type that becomes immutable when it is complete; a metatype that
 * may allow it; an instance. */
#include "../module.h"

static PyType_Slot slots[] = {{Py_tp_doc, "A spam."}, {0, NULL}};
static PyType_Spec spec = {  // want: change-mutable
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots,
};

extern PyTypeObject *Meta_Type;
static PyTypeObject Static_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Static",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

PyObject *
make_spam(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);  // want: lifetime-reference-leaked
    if (type == NULL || PyObject_SetAttrString(type, "limit", Py_None) < 0) {
        return NULL;
    }
    return type;
}

int
set_limit(PyObject *object, PyObject *limit)
{
    Py_SET_TYPE(&Static_Type, Meta_Type);
    if (PyObject_SetAttrString((PyObject *)&Static_Type, "limit", limit) < 0) {
        return -1;
    }
    return PyObject_SetAttrString(object, "limit", limit);
}
