/* A helper reads the object before, and one is only told its address. */
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

static int
was_kept(PyObject *self)
{
    return self == NULL;
}

static void
spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    drop((SpamObject *)self);
    type->tp_free(self);
    (void)was_kept(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {{Py_tp_dealloc, spam_dealloc}, {0, NULL}};
PyType_Spec spec = {"spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT, slots};  // want-note: change-pickle
