/* A static type inherits what it leaves out, dealloc and collection too. */
#include "../module.h"

struct food {
    PyObject_HEAD
    PyObject *taste;
};

static int
food_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((struct food *)self)->taste);
    return 0;
}

static int
food_clear(PyObject *self)
{
    Py_CLEAR(((struct food *)self)->taste);
    return 0;
}

static void
food_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    (void)food_clear(self);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
food_compare(PyObject *self, PyObject *other, int operation)
{
    if (Py_TYPE(self) != Py_TYPE(other)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    Py_RETURN_RICHCOMPARE(0, 0, operation);
}

static Py_hash_t
food_hash(PyObject *self)
{
    (void)self;
    return 7;
}

static PyTypeObject Food_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pair.Food",
    .tp_basicsize = sizeof(struct food),
    .tp_dealloc = food_dealloc,
    .tp_hash = food_hash,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_traverse = food_traverse,
    .tp_clear = food_clear,
    .tp_richcompare = food_compare,
    .tp_new = PyType_GenericNew,
};

static PyObject *
spam_repr(PyObject *self)
{
    (void)self;
    return PyUnicode_FromString("Spam!");
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pair.Spam",
    .tp_basicsize = sizeof(struct food),
    .tp_repr = spam_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &Food_Type,
};

static int
fill(PyObject *module)
{
    return add_static(module, "Food", &Food_Type) < 0 ? -1
           : add_static(module, "Spam", &Spam_Type);
}
