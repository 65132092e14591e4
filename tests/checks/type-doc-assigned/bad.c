#include "../module.h"

static PyType_Slot slots[] = {{Py_tp_doc, "A spam."}, {0, NULL}};
static PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
static const char text[] = "A spam of its own.";

PyObject *
make_spam(PyObject *module)
{
    PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    if (type != NULL) {
        type->tp_doc = "Another text.";  // want: type-doc-assigned
        type->tp_doc = text;  // want: type-doc-assigned
    }
    return (PyObject *)type;
}

PyObject *
make_error(void)
{
    PyObject *error = PyErr_NewException("spam.Error", NULL, NULL);
    if (error != NULL) {
        ((PyTypeObject *)error)->tp_doc = "An error.";  // want: type-doc-assigned
    }
    return error;
}
