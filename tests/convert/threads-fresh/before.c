#include <Python.h>

/* A ring of numbers that is locked where others may know it. */
typedef struct {
    PyObject_HEAD
    Py_ssize_t n;
    Py_ssize_t limit; /* set by who makes it, and never again */
    long *items;
    int exports;
} Ring;

static PyTypeObject *
type_of(Ring *self)
{
    return Py_TYPE(self);
}

/* Gives what it made, which nobody else knows. */
static Ring *
ring_new(PyTypeObject *type, Py_ssize_t limit)
{
    Ring *self = (Ring *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->n = 0;
    self->exports = 0;
    self->limit = limit;
    self->items = PyMem_Calloc(limit + 1, sizeof(long));
    if (self->items == NULL) {
        Py_DECREF(self);
        PyErr_NoMemory();
        return NULL;
    }
    return self;
}

/* By way of another function, and with a name of its own. */
static PyObject *
ring_like(Ring *other, Py_ssize_t limit)
{
    Ring *made = ring_new(type_of(other), limit);
    PyObject *op = (PyObject *)made;
    return op;
}

/* Only called with rings that are locked, or new. */
static int
push(Ring *self, long value)
{
    if (self->n >= self->limit || self->exports > 0) {
        PyErr_SetString(PyExc_ValueError, "full");
        return -1;
    }
    self->items[self->n++] = value;
    return 0;
}

static int
push_all(Ring *self, Ring *from)
{
    for (Py_ssize_t i = 0; i < from->n; i++) {
        if (push(self, from->items[i]) < 0) {
            return -1;
        }
    }
    return 0;
}

static PyObject *
Ring_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    return (PyObject *)ring_new(type, 8);
}

static PyObject *
Ring_step(Ring *self, PyObject *value)
{
    long times = PyLong_AsLong(value);
    if (times == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (self->n == 0 && push(self, 0) < 0) {
        return NULL;
    }
    for (long i = 0; i < times; i++) {
        long old = self->items[0];
        self->items[0] = old + 1;
    }
    Py_RETURN_NONE;
}

static PyObject *
Ring_first(Ring *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(self->n > 0 ? self->items[0] : 0);
}

static PyObject *
Ring_copy(Ring *self, PyObject *Py_UNUSED(ignored))
{
    Ring *copy = ring_new(Py_TYPE(self), self->limit);
    if (copy == NULL) {
        return NULL;
    }
    if (push_all(copy, self) < 0) {
        Py_DECREF(copy);
        return NULL;
    }
    return (PyObject *)copy;
}

/* The second one is an object, too. */
static PyObject *
Ring_concat(Ring *self, PyObject *other)
{
    if (Py_TYPE(other) != Py_TYPE(self)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    Ring *result = (Ring *)ring_like(self, self->limit + ((Ring *)other)->limit);
    if (result == NULL) {
        return NULL;
    }
    if (push_all(result, self) < 0 || push_all(result, (Ring *)other) < 0) {
        Py_DECREF(result);
        return NULL;
    }
    return (PyObject *)result;
}

static int
Ring_getbuffer(PyObject *op, Py_buffer *view, int flags)
{
    Ring *self = (Ring *)op;
    static const char nothing[] = "";
    if (PyBuffer_FillInfo(view, op, (void *)nothing, 0, 1, flags) < 0) {
        return -1;
    }
    self->exports++;
    return 0;
}

/* Others may use the ring when a buffer of it is released. */
static void
Ring_releasebuffer(PyObject *op, Py_buffer *Py_UNUSED(view))
{
    ((Ring *)op)->exports--;
}

static void
Ring_dealloc(Ring *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->items);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMethodDef Ring_methods[] = {
    {"step", (PyCFunction)Ring_step, METH_O, NULL},
    {"first", (PyCFunction)Ring_first, METH_NOARGS, NULL},
    {"copy", (PyCFunction)Ring_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Ring_slots[] = {
    {Py_tp_new, Ring_new},
    {Py_tp_methods, Ring_methods},
    {Py_tp_dealloc, Ring_dealloc},
    {Py_sq_concat, Ring_concat},
    {Py_bf_getbuffer, Ring_getbuffer},
    {Py_bf_releasebuffer, Ring_releasebuffer},
    {0, NULL},
};

static PyType_Spec Ring_spec = {
    .name = "spam.Ring",
    .basicsize = sizeof(Ring),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Ring_slots,
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Ring_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddObjectRef(module, "Ring", type);
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
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
