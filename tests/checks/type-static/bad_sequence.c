#include "../module.h"

static PyStructSequence_Field fields[] = {{"size", "how much"}, {NULL, NULL}};
static PyStructSequence_Desc desc = {"spam.sizes", "Sizes.", fields, 1};

static PyTypeObject Sizes;    /* says: is a static struct sequence type */  // want: type-static
static PyTypeObject Pairs[2]; /* says: is a static struct sequence type */  // want: type-static
static PyTypeObject Plain = { /* says: is a static type, */                 // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Plain",
    .tp_basicsize = sizeof(PyObject),
};

/* The type that a call asks for another's description is not the one that it fills. */
static PyStructSequence_Desc *
desc_beside(PyTypeObject *other)
{
    return other->tp_name != NULL ? &desc : NULL;
}

int
spam_exec(PyObject *module)
{
    (void)module;
    return PyStructSequence_InitType2(&Sizes, desc_beside(&Plain)) < 0
                   || PyStructSequence_InitType2(&Pairs[1], &desc) < 0
               ? -1
               : 0;
}
