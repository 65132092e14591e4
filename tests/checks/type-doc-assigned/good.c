/* Memory of the allocator that the type frees with; no text at all; a type that is not
 * known to be a heap type. */
#include "../module.h"

static PyType_Slot slots[] = {{Py_tp_doc, "A spam."}, {0, NULL}};
static PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};

PyObject *
make_spam(PyObject *module)
{
    PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    char *text = PyMem_Malloc(sizeof "A spam.");
    if (type != NULL && text != NULL) {
        strcpy(text, "A spam.");
        PyMem_Free((char *)type->tp_doc);
        type->tp_doc = NULL;
        type->tp_doc = text;
    }
    return (PyObject *)type;
}

void
name_type(PyTypeObject *type)
{
    type->tp_doc = "A text.";
}
