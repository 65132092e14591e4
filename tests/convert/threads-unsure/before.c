#include <Python.h>
#include <stdint.h>

typedef struct bag {
    PyObject_HEAD
    Py_ssize_t n;
    long *items;
    char *text;
    unsigned char *raw;
    long depth, width;
    PyObject *owner;
} Bag;

typedef struct {
    PyObject_HEAD
    Bag *bag;
    Py_ssize_t index;
} Iter;

static long *kept;

static void
keep(long *items)
{
    kept = items;
}

/* shares the memory of another bag */
static PyObject *
Bag_share(Bag *self, PyObject *other)
{
    self->items = ((Bag *)other)->items;
    Py_RETURN_NONE;
}

/* hands its memory to a function that keeps it */
static PyObject *
Bag_keep(Bag *self, PyObject *Py_UNUSED(ignored))
{
    keep(self->items);
    Py_RETURN_NONE;
}

/* no GIL there */
static PyObject *
Bag_fill(Bag *self, PyObject *Py_UNUSED(ignored))
{
    Py_BEGIN_ALLOW_THREADS
    self->depth = 1;
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

/* sections of its own */
static PyObject *
Bag_widen(Bag *self, PyObject *Py_UNUSED(ignored))
{
    self->width = 0;
    Py_BEGIN_CRITICAL_SECTION(self);
    self->width = self->width + 1;
    Py_END_CRITICAL_SECTION();
    Py_RETURN_NONE;
}

/* an address as a number */
static PyObject *
Bag_poke(Bag *self, PyObject *value)
{
    uintptr_t address = (uintptr_t)PyLong_AsVoidPtr(value);
    *(char *)address = 1;
    Py_RETURN_NONE;
}

/* a field of another object */
static PyObject *
Iter_next(Iter *self)
{
    if (self->index >= self->bag->n) {
        return NULL;
    }
    return PyLong_FromLong(self->index++);
}

static PyObject *
Bag_grow(Bag *self, PyObject *Py_UNUSED(ignored))
{
    self->n++;
    Py_RETURN_NONE;
}

/* borrowed across a call */
static PyObject *
Bag_show(Bag *self, PyObject *Py_UNUSED(ignored))
{
    return PyObject_Str(self->owner);
}
static PyObject *
Bag_own(Bag *self, PyObject *value)
{
    Py_XSETREF(self->owner, Py_NewRef(value));
    Py_RETURN_NONE;
}

static int
Bag_getbuffer(PyObject *op, Py_buffer *view, int flags)
{
    Bag *self = (Bag *)op;
    self->raw[0]++;
    view->buf = self->raw;
    return PyBuffer_FillInfo(view, op, self->raw, 8, 0, flags);
}

static void
Bag_dealloc(Bag *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}
static PyMethodDef Bag_methods[] = {
    {"share", (PyCFunction)Bag_share, METH_O, NULL},
    {"keep", (PyCFunction)Bag_keep, METH_NOARGS, NULL},
    {"fill", (PyCFunction)Bag_fill, METH_NOARGS, NULL},
    {"widen", (PyCFunction)Bag_widen, METH_NOARGS, NULL},
    {"poke", (PyCFunction)Bag_poke, METH_O, NULL},
    {"grow", (PyCFunction)Bag_grow, METH_NOARGS, NULL},
    {"show", (PyCFunction)Bag_show, METH_NOARGS, NULL},
    {"own", (PyCFunction)Bag_own, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot Bag_slots[] = {{Py_tp_methods, Bag_methods}, {Py_tp_dealloc, Bag_dealloc}, {Py_bf_getbuffer, Bag_getbuffer}, {0, NULL}};
static PyType_Spec Bag_spec = {.name = "spam.Bag", .basicsize = sizeof(Bag), .flags = Py_TPFLAGS_DEFAULT, .slots = Bag_slots};
static PyType_Slot Iter_slots[] = {{Py_tp_iternext, Iter_next}, {0, NULL}};
static PyType_Spec Iter_spec = {.name = "spam.Iter", .basicsize = sizeof(Iter), .flags = Py_TPFLAGS_DEFAULT, .slots = Iter_slots};
static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Bag_spec, NULL);
    PyObject *other = PyType_FromModuleAndSpec(module, &Iter_spec, NULL);
    if (type == NULL || other == NULL) return -1;
    Py_DECREF(other);
    int r = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return r;
}
static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
    {0, NULL},
};
static struct PyModuleDef spam_module = {PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0, .m_slots = spam_slots};
PyMODINIT_FUNC PyInit_spam(void) { return PyModuleDef_Init(&spam_module); }
