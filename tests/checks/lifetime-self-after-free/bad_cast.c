/* The object behind a function that casts. */
#include "../module.h"
#include <assert.h>

typedef struct {
    PyObject_HEAD
    int n_open;
} SpamObject;

static inline SpamObject *
spam_of(PyObject *op)
{
    assert(op != NULL);
    return (SpamObject *)op;
}

static void
Spam_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    type->tp_free(op);
    if (spam_of(op)->n_open == 0) {  // want: lifetime-self-after-free
        Py_DECREF(type);
    }
}

static PyType_Slot slots[] = {{Py_tp_dealloc, Spam_dealloc}, {0, NULL}};
PyType_Spec spec = {
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
