/* What the deallocation of an instance needs of the state cannot be left out: the instances
 * hold the module. */
#include <Python.h>
#include <stdlib.h>

/* No subclass. */
typedef struct {
    PyObject_HEAD
    long number;
} EggObject;

typedef struct {
    PyObject *SpamError;
    PyObject *separator;
    long n_alive;
    int is_strict;
    PyTypeObject *Egg_Type;
    PyTypeObject *Nest_Type;
    PyTypeObject *Perch_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

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

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

static void
egg_dealloc(EggObject *self)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);
    if (state->n_alive-- < self->number) {
        abort();
    }
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
new_egg(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    EggObject *self = PyObject_New(EggObject, state->Egg_Type);
    if (self != NULL) {
        self->number = ++state->n_alive > 0;
    }
    return (PyObject *)self;
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_dealloc, egg_dealloc},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(EggObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Egg_Type_slots,
};

/* May have subclasses, and is part of cycles. */
typedef struct {
    PyObject_HEAD
    PyObject *module;
    PyObject *eggs, *log;
} NestObject;

/* Returns 0 where the nest was empty. */
static int
complain(spam_state *state, NestObject *self, PyObject *error)
{
    if (!state->is_strict || self->log == NULL) {
        return 0;
    }
    PyObject *text = PyUnicode_FromFormat("%S%Slost", error, state->separator);
    if (text == NULL) {
        return -1;
    }
    int result = PyList_Append(self->log, text);
    Py_DECREF(text);
    return result;
}

static PyObject *Nest_alloc(PyTypeObject *type, Py_ssize_t n_items);

static PyObject *
nest_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    spam_state *state = get_spam_state_by_type(type);
    PyObject *log = NULL;
    if (!PyArg_ParseTuple(args, "|O", &log)) {
        return NULL;
    }
    NestObject *self = (NestObject *)Nest_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->eggs = PyList_New(0);
    if (self->eggs == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    Py_XINCREF(log);
    self->log = log;
    state->n_alive++;
    return (PyObject *)self;
}

static int
nest_traverse(NestObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->eggs);
    Py_VISIT(self->log);
    Py_VISIT(self->module);
    return 0;
}

static int
nest_clear(NestObject *self)
{
    Py_CLEAR(self->eggs);
    return 0;
}

static void
nest_dealloc(NestObject *self)
{
    spam_state *state = get_spam_state(self->module);
    PyTypeObject *tp = Py_TYPE(self);
    PyObject *module = self->module;
    PyObject_GC_UnTrack(self);
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (complain(state, self, state->SpamError) < 0) {
        PyErr_SetString(state->SpamError, "cannot complain");
        PyErr_WriteUnraisable(NULL);
    }
    PyErr_Restore(type, value, traceback);
    state->n_alive--;
    Py_XDECREF(self->eggs);
    Py_XDECREF(self->log);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
    Py_DECREF(module);
}

/* The instance holds the module: its state is used until the instance is gone. */
static PyObject *
Nest_alloc(PyTypeObject *type, Py_ssize_t n_items)
{
    spam_state *state = get_spam_state_by_type(type);
    if (state == NULL) {
        return NULL;
    }
    PyObject *module = PyType_GetModule(state->Nest_Type);
    if (module == NULL) {
        return NULL;
    }
    PyObject *self = PyType_GenericAlloc(type, n_items);
    if (self != NULL) {
        Py_INCREF(module);
        ((NestObject *)self)->module = module;
    }
    return self;
}

static PyType_Slot Nest_Type_slots[] = {
    {Py_tp_dealloc, nest_dealloc},
    {Py_tp_traverse, nest_traverse},
    {Py_tp_clear, nest_clear},
    {Py_tp_new, nest_new},
    {Py_tp_alloc, Nest_alloc},
    {0, NULL},
};

static PyType_Spec Nest_Type_spec = {
    .name = "spam.Nest",
    .basicsize = sizeof(NestObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Nest_Type_slots,
};

/* May have subclasses, and has no function of its own to make an instance. */
typedef struct PerchObject {
    PyObject_VAR_HEAD
    PyObject *own_module;
    int module; /* its number */
} PerchObject;

static int
perch_init(PyObject *op, PyObject *args, PyObject *kwargs)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(op));
    PerchObject *self = (PerchObject *)op;
    if (self->module != 0) {
        PyErr_SetString(state->SpamError, "again");
        return -1;
    }
    state->n_alive++;
    self->module = 1;
    return PyArg_ParseTuple(args, "") ? 0 : -1;
}

static void
perch_finalize(PyObject *op)
{
    spam_state *state = get_spam_state(((PerchObject *)op)->own_module);
    PerchObject *self = (PerchObject *)op;
    long left = self->module != 0 ? state->n_alive-- : 0;
    self->module = left > 0 ? 0 : self->module;
}

static void
perch_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject *module = ((PerchObject *)self)->own_module;
    perch_finalize(self);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
    Py_DECREF(module);
}

/* The instance holds the module: its state is used until the instance is gone. */
static PyObject *
Perch_alloc(PyTypeObject *type, Py_ssize_t n_items)
{
    spam_state *state = get_spam_state_by_type(type);
    if (state == NULL) {
        return NULL;
    }
    PyObject *module = PyType_GetModule(state->Perch_Type);
    if (module == NULL) {
        return NULL;
    }
    PyObject *self = PyType_GenericAlloc(type, n_items);
    if (self != NULL) {
        Py_INCREF(module);
        ((PerchObject *)self)->own_module = module;
    }
    return self;
}

static PyObject *
Perch_new(PyTypeObject *type, PyObject *Py_UNUSED(args),
          PyObject *Py_UNUSED(kwargs))
{
    return Perch_alloc(type, 0);
}

static PyType_Slot Perch_Type_slots[] = {
    {Py_tp_dealloc, perch_dealloc},
    {Py_tp_finalize, perch_finalize},
    {Py_tp_init, perch_init},
    {Py_tp_new, Perch_new},
    {Py_tp_alloc, Perch_alloc},
    {0, NULL},
};

static PyType_Spec Perch_Type_spec = {
    .name = "spam.Perch",
    .basicsize = sizeof(PerchObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Perch_Type_slots,
};

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return PyLong_FromLong(state->n_alive);
}

static PyObject *
set_strict(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    state->is_strict = PyObject_IsTrue(value);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"new_egg", new_egg, METH_NOARGS, NULL},
    {"count", count, METH_NOARGS, NULL},
    {"set_strict", set_strict, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->separator);
    Py_VISIT(state->Egg_Type);
    Py_VISIT(state->Nest_Type);
    Py_VISIT(state->Perch_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Egg_Type);
    Py_CLEAR(state->Nest_Type);
    Py_CLEAR(state->Perch_Type);
    return 0;
}

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    (void)spam_clear((PyObject *)module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->separator);
}

static int spam_exec(PyObject *module);

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

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Nest_Type = spam_new_type(module, &Nest_Type_spec);
    if (state->Nest_Type == NULL) {
        return -1;
    }
    state->Perch_Type = spam_new_type(module, &Perch_Type_spec);
    if (state->Perch_Type == NULL) {
        return -1;
    }
    state->is_strict = 1;
    state->Egg_Type = spam_new_type(module, &Egg_Type_spec);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    state->separator = PyUnicode_FromString(": ");
    if (state->SpamError == NULL || state->separator == NULL
        || PyModule_AddType(module, state->Nest_Type) < 0
        || PyModule_AddType(module, state->Perch_Type) < 0
        || PyModule_AddObjectRef(module, "SpamError", state->SpamError) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
