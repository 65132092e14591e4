/* Released by dealloc itself, by what it calls, by clear, by tp_finalize, or by the dealloc
 * of a base, which is not seen. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *one;
    PyObject *two;
} SpamObject;

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    SpamObject *self = (SpamObject *)op;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->one);
    Py_VISIT(self->two);
    return 0;
}

static int
Spam_clear(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    Py_CLEAR(self->one);
    Py_CLEAR(self->two);
    return 0;
}

static void
release(SpamObject *self)
{
    Py_CLEAR(self->two);
}

static void
Parts_dealloc(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->one);
    release(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static void
Clearing_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    (void)Spam_clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static void
Final_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    if (PyObject_CallFinalizerFromDealloc(op) < 0) {
        return;
    }
    PyObject_GC_UnTrack(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static void
Derived_dealloc(PyObject *op)
{
    PyObject_GC_UnTrack(op);
    Py_TYPE(op)->tp_base->tp_dealloc(op);
}

static void
Final_finalize(PyObject *op)
{
    (void)Spam_clear(op);
}

#define FLAGS                                                                          \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE                \
     | Py_TPFLAGS_DISALLOW_INSTANTIATION)
#define TYPE(name, ...)                                                                \
    static PyType_Slot name##_slots[] = {                                              \
        {Py_tp_traverse, Spam_traverse},                                               \
        {Py_tp_clear, Spam_clear},                                                     \
        {Py_tp_dealloc, name##_dealloc},                                               \
        __VA_ARGS__{0, NULL},                                                          \
    };                                                                                 \
    PyType_Spec name##_spec = {"spam." #name, sizeof(SpamObject), 0, FLAGS, name##_slots}

TYPE(Parts, );
TYPE(Clearing, );
TYPE(Final, {Py_tp_finalize, Final_finalize}, );
TYPE(Derived, );
