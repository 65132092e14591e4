/* Fields of the module state and of instances, written by any thread that calls. */
#include "../module.h"

typedef struct {
    PyObject *last;
    long n_calls;
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
    state->n_calls++;  // want: thread-unlocked-write
    Py_XDECREF(state->last);
    state->last = Py_NewRef(key);  // want: thread-unlocked-write
    Py_RETURN_NONE;
}

/* The lock is given back too early. */
static PyObject *
spam_reset(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    long before = state->n_calls;
    PyMutex_Unlock(&state->mutex);
    state->n_calls = 0;
    return PyLong_FromLong(before);
}

/* Where the caller's object is written. */
static int
bag_grow(Bag *bag)
{
    long *items = PyMem_Realloc(bag->items, (size_t)(bag->n + 1) * sizeof(long));  // want: thread-unlocked-write
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
    if (bag_grow(self) < 0) {
        return PyErr_NoMemory();
    }
    self->items[self->n++] = number;  // want: thread-unlocked-write
    self->range.low = number;  // want: thread-unlocked-write
    Py_RETURN_NONE;
}

static int
Bag_set_name(Bag *self, PyObject *value, void *Py_UNUSED(closure))
{
    Py_XSETREF(self->name, Py_XNewRef(value));  // want: thread-unlocked-write
    return 0;
}

static PyObject *
Bag_get_name(Bag *self, void *Py_UNUSED(closure))
{
    return Py_NewRef(self->name != NULL ? self->name : Py_None);
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
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef Bag_getset[] = {
    {"name", (getter)Bag_get_name, (setter)Bag_set_name, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot Bag_slots[] = {
    {Py_tp_methods, Bag_methods}, {Py_tp_getset, Bag_getset},
    {Py_tp_traverse, Bag_traverse}, {Py_tp_clear, Bag_clear},
    {Py_tp_dealloc, Bag_dealloc}, {0, NULL},
};

static PyType_Spec Bag_spec = {  // want-note: change-pickle
    .name = "spam.Bag",
    .basicsize = sizeof(Bag),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Bag_slots,
};

static PyMethodDef methods[] = {
    {"note", spam_note, METH_O, NULL},
    {"reset", spam_reset, METH_NOARGS, NULL},
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
