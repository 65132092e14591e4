#include "../module.h"

#include <structseq.h>

typedef struct {
    PyObject_HEAD
} SpamObject;

#define EMPTY_TYPE(name) \
    PyTypeObject name##_Type = {PyVarObject_HEAD_INIT(NULL, 0).tp_name = "spam." #name}

static PyTypeObject Spam_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    "spam.Spam",
    sizeof(SpamObject),
};
static PyTypeObject Late_Type;     // want: type-static
static PyTypeObject Tuple_Type;    // want: type-static
EMPTY_TYPE(Egg);                   // want: type-static

static PyStructSequence_Field fields[] = {{"a", NULL}, {NULL, NULL}};
static PyStructSequence_Desc description = {"spam.Tuple", NULL, fields, 1};

int
ready(PyObject *module)
{
    Late_Type = Spam_Type;
    if (PyStructSequence_InitType2(&Tuple_Type, &description) < 0) {
        return -1;
    }
    return PyType_Ready(&Spam_Type) < 0 || PyType_Ready(&Late_Type) < 0 ? -1 : 0;
}
