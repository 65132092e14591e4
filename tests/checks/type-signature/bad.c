#include "../module.h"

static int
Spam_length(PyObject *self)
{
    return 0;
}

static void
Spam_repr(PyObject *self)
{
}

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args)
{
    return type->tp_alloc(type, 0);
}

static int
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
    return 0;
}

#define SLOT(name, function) {Py_##name, (void *)(function)}

/* The number of a slot whose name is not written here. */
#define HIDDEN 66

static PyType_Slot slots[] = {
    {Py_sq_length, Spam_length},  // want: type-signature
    {HIDDEN, (void *)&Spam_repr},  // want: type-signature
    SLOT(tp_new, Spam_new),  // want: type-signature
    {.pfunc = Spam_dealloc, .slot = Py_tp_dealloc},  // want: type-signature
    {0, NULL},
};

PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
