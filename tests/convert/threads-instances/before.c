#include <Python.h>

/* A bag of numbers: every method uses the same two fields. */
typedef struct {
    PyObject_HEAD
    Py_ssize_t n;
    long *items;
    PyObject *label;
} Bag;

/* Only called with the bag locked, if its callers are. */
static int
grow(Bag *self, long value)
{
    long *items = PyMem_Realloc(self->items, (self->n + 1) * sizeof(long));
    if (items == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    self->items = items;
    self->items[self->n] = value;
    self->n++;
    return 0;
}

static PyObject *
Bag_add(Bag *self, PyObject *value)
{
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (grow(self, number) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* Steps that the GIL keeps together. */
static PyObject *
Bag_count(Bag *self, PyObject *value)
{
    long times = PyLong_AsLong(value);
    if (times == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (self->n == 0 && grow(self, 0) < 0) {
        return NULL;
    }
    for (long i = 0; i < times; i++) {
        long old = self->items[0];
        self->items[0] = old + 1;
    }
    Py_RETURN_NONE;
}

static PyObject *
Bag_sum(Bag *self, PyObject *Py_UNUSED(ignored))
{
    long sum = 0;
    for (Py_ssize_t i = 0; i < self->n; i++) {
        sum += self->items[i];
    }
    return PyLong_FromLong(sum);
}

/* Calls another method of the same bag. */
static PyObject *
Bag_total(Bag *self, PyObject *Py_UNUSED(ignored))
{
    if (self->n == 0) {
        return PyLong_FromLong(0);
    }
    return Bag_sum(self, NULL);
}

static Py_ssize_t
Bag_len(PyObject *op)
{
    return ((Bag *)op)->n;
}

static PyObject *
Bag_get_label(PyObject *op, void *Py_UNUSED(closure))
{
    Bag *self = (Bag *)op;
    if (self->label == NULL) {
        Py_RETURN_NONE;
    }
    return Py_INCREF(self->label), self->label;
}

static int
Bag_set_label(PyObject *op, PyObject *value, void *Py_UNUSED(closure))
{
    Bag *self = (Bag *)op;
    PyObject *old = self->label;
    Py_XINCREF(value);
    self->label = value;
    Py_XDECREF(old);
    return 0;
}

/* Both may be locked by another thread in the other order. */
static PyObject *
Bag_compare(PyObject *a, PyObject *b, int op)
{
    if (Py_TYPE(a) != Py_TYPE(b)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    Py_ssize_t one = ((Bag *)a)->n, other = ((Bag *)b)->n;
    Py_RETURN_RICHCOMPARE(one, other, op);
}

static PyObject *
Bag_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    Bag *self = (Bag *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->n = 0;
        self->items = NULL;
        self->label = NULL;
    }
    return (PyObject *)self;
}

static int
Bag_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((Bag *)op)->label);
    return 0;
}

static int
Bag_clear(PyObject *op)
{
    Py_CLEAR(((Bag *)op)->label);
    return 0;
}

static void
Bag_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Bag_clear(op);
    PyMem_Free(((Bag *)op)->items);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyMethodDef Bag_methods[] = {
    {"add", (PyCFunction)Bag_add, METH_O, NULL},
    {"count", (PyCFunction)Bag_count, METH_O, NULL},
    {"sum", (PyCFunction)Bag_sum, METH_NOARGS, NULL},
    {"total", (PyCFunction)Bag_total, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef Bag_getset[] = {
    {"label", Bag_get_label, Bag_set_label, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot Bag_slots[] = {
    {Py_tp_new, Bag_new},
    {Py_tp_methods, Bag_methods},
    {Py_tp_getset, Bag_getset},
    {Py_tp_richcompare, Bag_compare},
    {Py_tp_traverse, Bag_traverse},
    {Py_tp_clear, Bag_clear},
    {Py_tp_dealloc, Bag_dealloc},
    {Py_sq_length, Bag_len},
    {0, NULL},
};

static PyType_Spec Bag_spec = {
    .name = "spam.Bag",
    .basicsize = sizeof(Bag),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = Bag_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Bag_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddObjectRef(module, "Bag", type);
    Py_DECREF(type);
    return result;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
