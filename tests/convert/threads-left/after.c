#include <Python.h>
#include <stddef.h>
#include <structmember.h>
#include <time.h>

#if PY_VERSION_HEX < 0x030D0000 && !defined(Py_BEGIN_CRITICAL_SECTION)
#define Py_BEGIN_CRITICAL_SECTION(op) {
#define Py_END_CRITICAL_SECTION() }
#define Py_BEGIN_CRITICAL_SECTION2(a, b) {
#define Py_END_CRITICAL_SECTION2() }
#endif

/* For fields that threads change at the same time: C11 has atomic ones. */
#ifdef Py_GIL_DISABLED
#define SPAM_ATOMIC _Atomic
#else
#define SPAM_ATOMIC
#endif

typedef struct node {
    struct node *next;
    long value;
} node;

typedef struct {
    PyObject_HEAD
    PyObject *name;
    long hits;
    long size;
    char *text;
    node *first;
} Thing;

typedef struct {
    PyObject *cache; /* dict */
    long next_id;
    void (*callback)(long);
    SPAM_ATOMIC long n_made;
} spam_state;

/* The section is suspended between two uses. */
static PyObject *
Thing_rename(Thing *self, PyObject *value)
{
    Py_XDECREF(self->name);
    self->name = PyObject_Str(value);
    if (self->name == NULL) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* Two numbers in one step. */
static PyObject *
spam_new_id(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    state->next_id++;
    return PyLong_FromLong(state->next_id);
}

/* A method uses the module state, whose section it cannot take. */
static PyObject *
Thing_id(Thing *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyType_GetModuleState(Py_TYPE(self));
    return PyLong_FromLong(state->next_id);
}

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

static PyObject *
Thing_hit(Thing *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    self->hits++;
    state->n_made++;
    Py_RETURN_NONE;
}

/* The memory is known to the memoryview. */
static PyObject *
Thing_text(Thing *self, PyObject *Py_UNUSED(ignored))
{
    if (self->text == NULL) {
        self->text = PyMem_Malloc(8);
        if (self->text == NULL) {
            return PyErr_NoMemory();
        }
    }
    return PyMemoryView_FromMemory(self->text, 8, PyBUF_WRITE);
}

static PyObject *
Thing_first_lock_held(Thing *self, PyObject *Py_UNUSED(ignored))
{
    long sum = 0;
    for (node *at = self->first; at != NULL; at = at->next) {
        sum += at->value;
    }
    return PyLong_FromLong(sum);
}

static PyObject *
Thing_first(Thing *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(self);
    result = Thing_first_lock_held(self, NULL);
    Py_END_CRITICAL_SECTION();
    return result;
}

/* Looks, and stores later. */
static PyObject *
spam_bump(PyObject *module, PyObject *key)
{
    spam_state *state = PyModule_GetState(module);
    int known = PyDict_Contains(state->cache, key);
    if (known < 0 || (known == 0 && PyDict_SetItem(state->cache, key, Py_None) < 0)) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_today(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    time_t now = time(NULL);
    struct tm *parts = localtime(&now);
    if (state->callback != NULL) {
        state->callback(1);
    }
    return PyLong_FromLong(parts->tm_year);
}

static void
Thing_dealloc(Thing *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(self->name);
    PyMem_Free(self->text);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMemberDef Thing_members[] = {
    {"hits", T_LONG, offsetof(Thing, hits), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef Thing_methods[] = {
    {"rename", (PyCFunction)Thing_rename, METH_O, NULL},
    {"id", (PyCFunction)Thing_id, METH_NOARGS, NULL},
    {"hit", (PyCFunction)Thing_hit, METH_NOARGS, NULL},
    {"text", (PyCFunction)Thing_text, METH_NOARGS, NULL},
    {"first", (PyCFunction)Thing_first, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Thing_slots[] = {
    {Py_tp_methods, Thing_methods},
    {Py_tp_members, Thing_members},
    {Py_tp_dealloc, Thing_dealloc},
    {0, NULL},
};

static PyType_Spec Thing_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Thing_slots,
};

static PyMethodDef spam_methods[] = {
    {"new_id", spam_new_id, METH_NOARGS, NULL},
    {"bump", spam_bump, METH_O, NULL},
    {"today", spam_today, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->cache = PyDict_New();
    if (state->cache == NULL) {
        return -1;
    }
    PyObject *type = PyType_FromModuleAndSpec(module, &Thing_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddObjectRef(module, "Thing", type);
    Py_DECREF(type);
    return result;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->cache);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
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
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
