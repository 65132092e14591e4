/* What looks like a race and is none: a lock is held, nobody else has the object yet, the
 * write is atomic or not compiled without the GIL. */
#include "../module.h"

#include <stdatomic.h>

#ifdef Py_GIL_DISABLED
#define IF_SHARED _Atomic
#else
#define IF_SHARED
#endif

typedef struct {
    PyObject *last;
    long n_calls, n_kept;
    atomic_long n_asked;
    IF_SHARED long n_noted; /* atomic where threads can race */
    PyMutex mutex;
} spam_state;

typedef struct {
    PyObject_HEAD
    Py_ssize_t n;
    long *items;
    struct {
        long low, high;
    } range;
    PyObject *name;
} Bag;

static PyObject *
spam_note(PyObject *module, PyObject *key)
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    state->n_calls++;
    PyObject *before = state->last;
    state->last = Py_NewRef(key);
    PyMutex_Unlock(&state->mutex);
    Py_XDECREF(before);
    state->n_asked++;
    state->n_noted++;
    __atomic_fetch_add(&state->n_kept, 1, __ATOMIC_RELAXED);
    Py_RETURN_NONE;
}

static PyObject *
spam_reset(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
#ifdef Py_GIL_DISABLED
    PyMutex_Lock(&state->mutex);
#endif
    long before = state->n_calls;
    state->n_calls = 0;
#ifdef Py_GIL_DISABLED
    PyMutex_Unlock(&state->mutex);
#endif
    return PyLong_FromLong(before);
}

static PyObject *
spam_count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
#ifdef Py_GIL_DISABLED
    long now = __atomic_add_fetch(&state->n_kept, 1, __ATOMIC_RELAXED);
#else
    long now = ++state->n_kept;
#endif
    return PyLong_FromLong(now);
}

/* Every caller holds the lock of the object. */
static int
bag_grow(Bag *bag)
{
    long *items = PyMem_Realloc(bag->items, (size_t)(bag->n + 1) * sizeof(long));
    if (items == NULL) {
        return -1;
    }
    bag->items = items;
    return 0;
}

static PyObject *
Bag_add(PyObject *op, PyObject *value)
{
    Bag *self = (Bag *)op;
    long number = PyLong_AsLong(value);
    int result;
    Py_BEGIN_CRITICAL_SECTION(self);
    result = bag_grow(self);
    if (result == 0) {
        self->items[self->n++] = number;
        self->range.low = number;
    }
    Py_END_CRITICAL_SECTION();
    if (result < 0) {
        return PyErr_NoMemory();
    }
    Py_RETURN_NONE;
}

static int
Bag_set_name(Bag *self, PyObject *value, void *Py_UNUSED(closure))
{
    Py_BEGIN_CRITICAL_SECTION(self);
    Py_XSETREF(self->name, Py_XNewRef(value));
    Py_END_CRITICAL_SECTION();
    return 0;
}

static PyObject *
Bag_get_name(Bag *self, void *Py_UNUSED(closure))
{
    return Py_NewRef(self->name != NULL ? self->name : Py_None);
}

/* Nobody else has what is made here, and a copy is the function's own. */
static PyObject *
Bag_copy(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    Bag *self = (Bag *)op;
    Bag *copy = (Bag *)Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0);
    if (copy == NULL) {
        return NULL;
    }
    copy->n = 0;
    copy->range = self->range;
    long low = self->range.low;
    low = low < 0 ? -low : low;
    copy->range.high = low;
    return (PyObject *)copy;
}

static int
Bag_init(PyObject *op, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    ((Bag *)op)->range.high = 100;
    return 0;
}

static int
Bag_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Bag *)self)->name);
    return 0;
}

static int
Bag_clear(PyObject *self)
{
    Py_CLEAR(((Bag *)self)->name);
    return 0;
}

static void
Bag_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)Bag_clear(self);
    PyMem_Free(((Bag *)self)->items);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef Bag_methods[] = {
    {"add", Bag_add, METH_O, NULL},
    {"copy", Bag_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef Bag_getset[] = {
    {"name", (getter)Bag_get_name, (setter)Bag_set_name, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot Bag_slots[] = {
    {Py_tp_new, PyType_GenericNew}, {Py_tp_init, Bag_init},
    {Py_tp_methods, Bag_methods}, {Py_tp_getset, Bag_getset},
    {Py_tp_traverse, Bag_traverse}, {Py_tp_clear, Bag_clear},
    {Py_tp_dealloc, Bag_dealloc}, {0, NULL},
};

static PyType_Spec Bag_spec = {
    .name = "spam.Bag",
    .basicsize = sizeof(Bag),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Bag_slots,
};

static PyMethodDef methods[] = {
    {"note", spam_note, METH_O, NULL},
    {"reset", spam_reset, METH_NOARGS, NULL},
    {"count", spam_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->n_calls = 0;
    PyObject *type = PyType_FromModuleAndSpec(module, &Bag_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->last);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods, .m_slots = slots, .m_traverse = spam_traverse,
    .m_clear = spam_clear, .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
