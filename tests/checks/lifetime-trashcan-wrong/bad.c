#include "../module.h"

#ifndef Py_TRASHCAN_SAFE_BEGIN
#define Py_TRASHCAN_SAFE_BEGIN(op) do {
#define Py_TRASHCAN_SAFE_END(op) } while (0);
#endif

typedef struct {
    PyObject_HEAD
    PyObject *next;
} Spam;

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Spam *)self)->next);
    return 0;
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, Spam_dealloc)
    Py_CLEAR(((Spam *)self)->next);
    type->tp_free(self);
    Py_TRASHCAN_END
    Py_DECREF(type);  // want: lifetime-trashcan-wrong
}

static void
Ham_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, (destructor)Spam_dealloc)  // want: lifetime-trashcan-wrong
    Py_CLEAR(((Spam *)self)->next);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

static void
Eggs_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_SAFE_BEGIN(self)  // want: lifetime-trashcan-wrong
    Py_CLEAR(((Spam *)self)->next);
    Py_TYPE(self)->tp_free(self);
    Py_TRASHCAN_SAFE_END(self)
}

static PyType_Slot Spam_slots[] = {
    {Py_tp_dealloc, Spam_dealloc}, {Py_tp_traverse, Spam_traverse}, {0, NULL}};
static PyType_Slot Ham_slots[] = {
    {Py_tp_dealloc, Ham_dealloc}, {Py_tp_traverse, Spam_traverse}, {0, NULL}};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(Spam), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Spam_slots,
};
PyType_Spec Ham_spec = {
    "spam.Ham", sizeof(Spam), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Ham_slots,
};
PyTypeObject Eggs_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Eggs",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_dealloc = Eggs_dealloc,
    .tp_traverse = Spam_traverse,
};
