/* Instances of Nest, whose deallocation needs the state, cannot get a member for the module: its
 * struct is used for those of another type, too. */
#include <Python.h>
#include <stdlib.h>

static PyObject *separator;
static long n_alive;
static int is_strict = 1;

/* May have subclasses, and is part of cycles. */
typedef struct {
    PyObject_HEAD
    PyObject *eggs, *log;
} NestObject;

/* Returns 0 where the nest was empty. */
static int
complain(NestObject *self, PyObject *error)
{
    if (!is_strict || self->log == NULL) {
        return 0;
    }
    PyObject *text = PyUnicode_FromFormat("%S%Slost", error, separator);
    if (text == NULL) {
        return -1;
    }
    int result = PyList_Append(self->log, text);
    Py_DECREF(text);
    return result;
}

static PyObject *
nest_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *log = NULL;
    if (!PyArg_ParseTuple(args, "|O", &log)) {
        return NULL;
    }
    NestObject *self = (NestObject *)type->tp_alloc(type, 0);
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
    n_alive++;
    return (PyObject *)self;
}

static int
nest_traverse(NestObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->eggs);
    Py_VISIT(self->log);
    return 0;
}

static int
nest_clear(NestObject *self)
{
    Py_CLEAR(self->eggs);
    return 0;
}

typedef struct {
    PyObject *SpamError;
    PyTypeObject *Nest_Type;
    PyTypeObject *Roost_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* For functions that deallocate an instance: NULL if the garbage collector has
 * already cleared the type. */
static inline spam_state *
find_spam_state(PyTypeObject *type)
{
    for (; type != NULL; type = type->tp_base) {
        if (!PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
            break;
        }
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &spam_module) {
            return get_spam_state(module);
        }
    }
    return NULL;
}

static void
nest_dealloc(NestObject *self)
{
    spam_state *state = find_spam_state(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (state != NULL && state->SpamError != NULL
        && complain(self, state->SpamError) < 0) {
        if (state->SpamError != NULL) {
            PyErr_SetString(state->SpamError, "cannot complain");
        }
        PyErr_WriteUnraisable(NULL);
    }
    PyErr_Restore(type, value, traceback);
    n_alive--;
    Py_XDECREF(self->eggs);
    Py_XDECREF(self->log);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Nest_Type_slots[] = {
    {Py_tp_dealloc, nest_dealloc},
    {Py_tp_traverse, nest_traverse},
    {Py_tp_clear, nest_clear},
    {Py_tp_new, nest_new},
    {0, NULL},
};

static PyType_Spec Nest_Type_spec = {
    .name = "spam.Nest",
    .basicsize = sizeof(NestObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Nest_Type_slots,
};

/* Another type, whose struct begins like that of Nest. */
typedef struct {
    PyObject_HEAD
    PyObject *eggs, *log;
    long level;
} RoostObject;

static PyObject *
roost_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *log = NULL;
    if (!PyArg_ParseTuple(args, "|O", &log)) {
        return NULL;
    }
    RoostObject *self = (RoostObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->log = Py_XNewRef(log);
    }
    return (PyObject *)self;
}

static void
roost_dealloc(RoostObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->eggs);
    Py_XDECREF(self->log);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
Roost_traverse(RoostObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->eggs);
    Py_VISIT(self->log);
    return 0;
}

static PyType_Slot Roost_Type_slots[] = {
    {Py_tp_dealloc, roost_dealloc},
    {Py_tp_new, roost_new},
    {Py_tp_traverse, Roost_traverse},
    {0, NULL},
};

static PyType_Spec Roost_Type_spec = {
    .name = "spam.Roost",
    .basicsize = sizeof(RoostObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Roost_Type_slots,
};

/* The log of a nest or a roost. */
static PyObject *
log_of(PyObject *module, PyObject *object)
{
    spam_state *state = get_spam_state(module);
    if (!Py_IS_TYPE(object, state->Roost_Type)
        && !PyObject_TypeCheck(object, state->Nest_Type)) {
        PyErr_SetString(state->SpamError, "no nest");
        return NULL;
    }
    PyObject *log = ((NestObject *)object)->log;
    return Py_NewRef(log != NULL ? log : Py_None);
}

static PyObject *
count(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(n_alive);
}

static PyObject *
set_strict(PyObject *Py_UNUSED(module), PyObject *value)
{
    is_strict = PyObject_IsTrue(value);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"log_of", log_of, METH_O, NULL},
    {"count", count, METH_NOARGS, NULL},
    {"set_strict", set_strict, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->Nest_Type);
    Py_VISIT(state->Roost_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->Nest_Type);
    Py_CLEAR(state->Roost_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

/* Static variables outlive the module object that filled them, and its
 * interpreter: no other can have them. */
static int spam_loaded;
#ifdef Py_GIL_DISABLED
static PyMutex spam_once_mutex;
#define SPAM_LOCK_LOADED() PyMutex_Lock(&spam_once_mutex)
#define SPAM_UNLOCK_LOADED() PyMutex_Unlock(&spam_once_mutex)
#else /* protected by the GIL */
#define SPAM_LOCK_LOADED()
#define SPAM_UNLOCK_LOADED()
#endif

static int
spam_exec_once(PyObject *module)
{
    SPAM_LOCK_LOADED();
    if (spam_loaded != 0) {
        SPAM_UNLOCK_LOADED();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    spam_loaded = 1;
    SPAM_UNLOCK_LOADED();
    if (spam_exec(module) < 0) {
        SPAM_LOCK_LOADED();
        spam_loaded = 0;
        SPAM_UNLOCK_LOADED();
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec_once},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    /* All interpreters share the static variables. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
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
    state->Nest_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Nest_Type_spec, NULL);
    if (state->Nest_Type == NULL) {
        return -1;
    }
    state->Roost_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Roost_Type_spec, NULL);
    if (state->Roost_Type == NULL) {
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    separator = PyUnicode_FromString(": ");
    if (state->SpamError == NULL || separator == NULL
        || PyModule_AddType(module, state->Nest_Type) < 0
        || PyModule_AddType(module, state->Roost_Type) < 0
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
