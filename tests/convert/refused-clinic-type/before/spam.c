/* Argument Clinic wrote a header that names a type: its input says how the type is found. */
#include <Python.h>

/*[clinic input]
module spam
class spam.Spam "Spam *" "&Spam_Type"
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=0000000000000000]*/

typedef struct {
    PyObject_HEAD
    int size;
} Spam;

static PyTypeObject Spam_Type;

#include "clinic_spam.h"

/*[clinic input]
spam.Spam.__init__
[clinic start generated code]*/

static int
spam_Spam___init___impl(Spam *self)
/*[clinic end generated code: output=0000000000000000 input=0000000000000000]*/
{
    self->size = 1;
    return 0;
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_init = spam_Spam___init__,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Spam_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
