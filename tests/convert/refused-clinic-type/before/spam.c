/* Argument Clinic wrote a header that names a type where it has an instance, and where it has a
 * class: one expression in its input cannot find the type in both. */
#include <Python.h>

/*[clinic input]
module spam
class spam.Spam "Spam *" "&Spam_Type"
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=9ce9e1772a5c26b2]*/

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
/*[clinic end generated code: output=e5b1b22fcf64476e input=06cfbd8f8f777e70]*/
{
    self->size = 1;
    return 0;
}

/*[clinic input]
@classmethod
spam.Spam.__new__
[clinic start generated code]*/

static PyObject *
spam_Spam_impl(PyTypeObject *type)
/*[clinic end generated code: output=2575c47aeaa14874 input=31da3ca1d2456b6a]*/
{
    return type->tp_alloc(type, 0);
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_init = spam_Spam___init__,
    .tp_new = spam_Spam,
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
