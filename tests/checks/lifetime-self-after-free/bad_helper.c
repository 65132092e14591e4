/* A helper reads the object after it was freed. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

static void
drop(SpamObject *self)
{
    Py_CLEAR(self->item);
}

static void
spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    drop((SpamObject *)self);  // want: lifetime-self-after-free
    Py_DECREF(type);
}

static PyType_Slot slots[] = {{Py_tp_dealloc, spam_dealloc}, {0, NULL}};
PyType_Spec spec = {"spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT, slots};  // want-note: change-pickle
