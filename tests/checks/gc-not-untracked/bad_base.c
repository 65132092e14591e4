#include "../module.h"

/* The base untracks, when it is too late. */
typedef struct {
    PyObject_HEAD
    PyObject *item;
} BaseObject;

typedef struct {
    BaseObject base;
    PyObject *further;
} DerivedObject;

static void
Base_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_CLEAR(((BaseObject *)op)->item);
    type->tp_free(op);
    Py_DECREF(type);
}

static int
Base_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((BaseObject *)op)->item);
    return 0;
}

static void
Derived_dealloc(PyObject *op)
{
    Py_CLEAR(((DerivedObject *)op)->further);  // want: gc-not-untracked
    Base_dealloc(op);
}

static int
Derived_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(((DerivedObject *)op)->further);
    return Base_traverse(op, visit, arg);
}

static PyType_Slot base_slots[] = {
    {Py_tp_dealloc, Base_dealloc}, {Py_tp_traverse, Base_traverse}, {0, NULL},
};
PyType_Spec base_spec = {  // want-note: change-pickle
    "spam.Base", sizeof(BaseObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE, base_slots,
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, Derived_dealloc}, {Py_tp_traverse, Derived_traverse}, {0, NULL},
};
PyType_Spec spec = {  // want-note: change-pickle
    "spam.Derived", sizeof(DerivedObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots,
};
