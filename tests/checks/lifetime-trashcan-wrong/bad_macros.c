/* The macros behind the project's own. */
#include "../module.h"

#define ENTER_DEALLOC(self, dealloc) Py_TRASHCAN_BEGIN(self, (destructor)(dealloc))
#define LEAVE_DEALLOC Py_TRASHCAN_END
#define DEALLOC_OF(Type) ENTER_DEALLOC(self, Type##_dealloc)
#define LEAVE_AND_DROP(type) \
    LEAVE_DEALLOC \
    Py_DECREF(type)

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE \
               | Py_TPFLAGS_DISALLOW_INSTANTIATION)

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
    ENTER_DEALLOC(self, Spam_dealloc)
    Py_CLEAR(((Spam *)self)->next);
    type->tp_free(self);
    LEAVE_DEALLOC
    Py_DECREF(type);  // want: lifetime-trashcan-wrong
}

static void
Ham_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    DEALLOC_OF(Spam)  // want: lifetime-trashcan-wrong
    Py_CLEAR(((Spam *)self)->next);
    type->tp_free(self);
    Py_DECREF(type);
    LEAVE_DEALLOC
}

static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    DEALLOC_OF(Egg)
    Py_CLEAR(((Spam *)self)->next);
    type->tp_free(self);
    LEAVE_AND_DROP(type);  // want: lifetime-trashcan-wrong
}

static PyType_Slot Spam_slots[] = {
    {Py_tp_dealloc, Spam_dealloc}, {Py_tp_traverse, Spam_traverse}, {0, NULL}};
static PyType_Slot Ham_slots[] = {
    {Py_tp_dealloc, Ham_dealloc}, {Py_tp_traverse, Spam_traverse}, {0, NULL}};
static PyType_Slot Egg_slots[] = {
    {Py_tp_dealloc, Egg_dealloc}, {Py_tp_traverse, Spam_traverse}, {0, NULL}};

PyType_Spec Spam_spec = {"spam.Spam", sizeof(Spam), 0, FLAGS, Spam_slots};
PyType_Spec Ham_spec = {"spam.Ham", sizeof(Spam), 0, FLAGS, Ham_slots};
PyType_Spec Egg_spec = {"spam.Egg", sizeof(Spam), 0, FLAGS, Egg_slots};
