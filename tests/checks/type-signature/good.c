#include "../module.h"

typedef struct {
    PyObject_HEAD
    Py_ssize_t n_items;
} SpamObject;

/* A typedef of the result, other pointers as parameters, a function of the API. */
static Py_ssize_t
Spam_length(SpamObject *self)
{
    return self->n_items;
}

static Py_hash_t
Spam_hash(SpamObject *self)
{
    return self->n_items;
}

static SpamObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return (SpamObject *)type->tp_alloc(type, 0);
}

static PyType_Slot slots[] = {
    {Py_sq_length, Spam_length},
    {Py_tp_hash, Spam_hash},
    {Py_tp_new, Spam_new},
    {Py_tp_getattro, PyObject_GenericGetAttr},
    {Py_tp_doc, "no function"},
    {0, NULL},
};

PyType_Spec spec = {
    "spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
