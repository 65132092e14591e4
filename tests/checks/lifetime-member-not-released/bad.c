#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *kept;
    PyObject *forgotten;
} SpamObject;

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    SpamObject *self = (SpamObject *)op;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->kept);
    Py_VISIT(self->forgotten);
    return 0;
}

static int
Spam_clear(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    Py_CLEAR(self->kept);
    Py_CLEAR(self->forgotten);
    return 0;
}

static void
Spam_dealloc(PyObject *op)  // want: lifetime-member-not-released
{
    SpamObject *self = (SpamObject *)op;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->kept);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_clear, Spam_clear},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};
#define FLAGS                                                                          \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE                \
     | Py_TPFLAGS_DISALLOW_INSTANTIATION)
PyType_Spec Spam_spec = {"spam.Spam", sizeof(SpamObject), 0, FLAGS, slots};

static PyType_Slot bare_slots[] = {
    {Py_tp_traverse, Spam_traverse}, {Py_tp_clear, Spam_clear}, {0, NULL},
};
PyType_Spec Bare_spec = {  // want: lifetime-member-not-released, lifetime-member-not-released
    "spam.Bare", sizeof(SpamObject), 0, FLAGS, bare_slots,
};

PyObject *
make_bare(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &Bare_spec, NULL);
}

/* The base, which is given later, releases its own members only. */
typedef struct {
    SpamObject base;
    PyObject *further;
} DerivedObject;

static int
Derived_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(((DerivedObject *)op)->further);
    return Spam_traverse(op, visit, arg);
}

static int
Derived_clear(PyObject *op)
{
    Py_CLEAR(((DerivedObject *)op)->further);
    return Spam_clear(op);
}

static PyType_Slot derived_slots[] = {
    {Py_tp_traverse, Derived_traverse}, {Py_tp_clear, Derived_clear}, {0, NULL},
};
PyType_Spec Derived_spec = {  // want: lifetime-member-not-released
    "spam.Derived", sizeof(DerivedObject), 0, FLAGS, derived_slots,
};

PyObject *
make_derived(PyObject *module, PyObject *bases)
{
    return PyType_FromModuleAndSpec(module, &Derived_spec, bases);
}
