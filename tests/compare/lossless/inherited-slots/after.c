/* So does a heap type whose base is another heap type, if it leaves out the same: with a
 * dealloc of its own it would drop the type twice, with Py_TPFLAGS_HAVE_GC it would need
 * a traverse.  The one dealloc takes the type from the instance. */
#include "../module.h"
#include "../reduce_ex.h"

struct food {
    PyObject_HEAD
    PyObject *taste;
};

static int
food_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
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
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)food_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
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

static PyType_Slot food_slots[] = {
    {Py_tp_dealloc, food_dealloc},
    {Py_tp_traverse, food_traverse},
    {Py_tp_clear, food_clear},
    {Py_tp_richcompare, food_compare},
    {Py_tp_hash, food_hash},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec food_spec = {
    .name = "pair.Food",
    .basicsize = sizeof(struct food),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
             | Py_TPFLAGS_BASETYPE,
    .slots = food_slots,
};

static PyObject *
spam_repr(PyObject *self)
{
    (void)self;
    return PyUnicode_FromString("Spam!");
}

static PyType_Slot spam_slots[] = {
    {Py_tp_repr, spam_repr},
    {Py_tp_methods, reducing_methods},
    {0, NULL},
};

static PyType_Spec spam_spec = {
    .name = "pair.Spam",
    .basicsize = sizeof(struct food),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_BASETYPE,
    .slots = spam_slots,
};

static int
fill(PyObject *module)
{
    PyObject *food = PyType_FromModuleAndSpec(module, &food_spec, NULL);
    PyObject *bases = food != NULL ? PyTuple_Pack(1, food) : NULL;
    PyObject *spam =
        bases != NULL ? PyType_FromModuleAndSpec(module, &spam_spec, bases) : NULL;
    Py_XDECREF(bases);
    if (add(module, "Food", food) < 0) {
        Py_XDECREF(spam);
        return -1;
    }
    return add(module, "Spam", spam);
}
