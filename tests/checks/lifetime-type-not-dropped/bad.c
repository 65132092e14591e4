#include "../module.h"

static void
Spam_dealloc(PyObject *self)  // want: lifetime-type-not-dropped
{
    Py_TYPE(self)->tp_free(self);
}

static void
Ham_dealloc(PyObject *self)  // want: lifetime-type-not-dropped
{
    freefunc release = (freefunc)PyType_GetSlot(Py_TYPE(self), Py_tp_free);
    release(self);
}

static void
Egg_dealloc(PyObject *self)  // want: lifetime-type-not-dropped
{
    PyObject_Free(self);
}

static PyType_Slot spam_slots[] = {{Py_tp_dealloc, Spam_dealloc}, {0, NULL}};
static PyType_Slot ham_slots[] = {{Py_tp_dealloc, (void *)Ham_dealloc}, {0, NULL}};
static PyType_Slot egg_slots[] = {
    {.slot = Py_tp_dealloc, .pfunc = &Egg_dealloc},
    {0, NULL},
};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, spam_slots,
};
PyType_Spec Ham_spec = {"spam.Ham", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, ham_slots};
PyType_Spec Egg_spec = {"spam.Egg", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, egg_slots};
