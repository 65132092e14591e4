#include <Python.h>

/* What a function makes is not its own any more once others know it; and what a function did
 * that failed, others may see. */
typedef struct {
    PyObject_HEAD
    long stored, appended, named, reused, late, held;
    long ignored, told, retried;
    long generic, numbered, chained, sometimes;
} Thing;

typedef struct {
    PyTypeObject *Thing_Type;
    PyObject *all; /* list */
    PyObject *last;
    Thing *spare;
} spam_state;

static Thing *
make(spam_state *state)
{
    return (Thing *)state->Thing_Type->tp_alloc(state->Thing_Type, 0);
}

/* Gives what the state has, too. */
static Thing *
make_stored(spam_state *state)
{
    Thing *self = make(state);
    if (self != NULL) {
        Py_XSETREF(state->last, Py_NewRef((PyObject *)self));
    }
    return self;
}

static PyObject *
spam_stored(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Thing *self = make_stored(PyModule_GetState(module));
    if (self != NULL) {
        self->stored = 1;
    }
    return (PyObject *)self;
}

static int
remember(spam_state *state, PyObject *op)
{
    return PyList_Append(state->all, op);
}

static PyObject *
spam_appended(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    Thing *self = (Thing *)state->Thing_Type->tp_alloc(state->Thing_Type, 0);
    if (self == NULL || remember(state, (PyObject *)self) < 0) {
        Py_XDECREF(self);
        return NULL;
    }
    self->appended = 1;
    return (PyObject *)self;
}

/* By another name. */
static PyObject *
spam_named(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    Thing *self = (Thing *)state->Thing_Type->tp_alloc(state->Thing_Type, 0);
    PyObject *op = (PyObject *)self;
    if (self == NULL) {
        return NULL;
    }
    Py_XSETREF(state->last, Py_NewRef(op));
    self->named = 1;
    return op;
}

/* Not always new. */
static Thing *
make_or_take(spam_state *state)
{
    if (state->spare != NULL) {
        return (Thing *)Py_NewRef((PyObject *)state->spare);
    }
    return make(state);
}

static PyObject *
spam_reused(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Thing *self = make_or_take(PyModule_GetState(module));
    if (self != NULL) {
        self->reused = 1;
    }
    return (PyObject *)self;
}

/* Nobody knows it yet when it is written. */
static PyObject *
spam_late(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    Thing *self = make(state);
    if (self == NULL) {
        return NULL;
    }
    self->late = 1;
    if (remember(state, (PyObject *)self) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

/* Another way to make one. */
static PyObject *
spam_generic(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    Thing *self = (Thing *)PyType_GenericNew(state->Thing_Type, NULL, NULL);
    if (self != NULL) {
        self->generic = 1;
    }
    return (PyObject *)self;
}

/* Each round makes one, and tells others of it behind its use. */
static PyObject *
spam_numbered(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    for (long i = 0; i < 3; i++) {
        Thing *self;
        if ((self = make(state)) == NULL) {
            return NULL;
        }
        self->numbered = i;
        if (remember(state, (PyObject *)self) < 0) {
            Py_DECREF(self);
            return NULL;
        }
        Py_DECREF(self);
    }
    Py_RETURN_NONE;
}

/* Of the round before, which others know. */
static PyObject *
spam_chained(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    Thing *before = NULL;
    for (long i = 0; i < 3; i++) {
        Thing *self = make(state);
        if (self == NULL) {
            return NULL;
        }
        if (before != NULL) {
            before->chained = i;
        }
        if (remember(state, (PyObject *)self) < 0) {
            Py_DECREF(self);
            return NULL;
        }
        before = self;
    }
    Py_RETURN_NONE;
}

/* Some rounds make none. */
static PyObject *
spam_sometimes(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    Thing *self = NULL;
    for (long i = 0; i < 4; i++) {
        if (i % 2 == 0) {
            self = make(state);
            if (self == NULL) {
                return NULL;
            }
        }
        self->sometimes = i;
        if (remember(state, (PyObject *)self) < 0) {
            return NULL;
        }
    }
    Py_RETURN_NONE;
}

/* NULL deletes: no object to lock. */
static int
Thing_ass_subscript(Thing *self, PyObject *Py_UNUSED(key), PyObject *value)
{
    if (value == NULL || Py_TYPE(value) != Py_TYPE(self)) {
        return -1;
    }
    ((Thing *)value)->held++;
    return 0;
}

static int
check(long value)
{
    if (value < 0) {
        PyErr_SetString(PyExc_ValueError, "negative");
        return -1;
    }
    return 0;
}

/* The section may be suspended, and it goes on. */
static PyObject *
Thing_ignore(Thing *self, PyObject *Py_UNUSED(unused))
{
    if (check(self->ignored) < 0) {
        PyErr_Clear();
    }
    self->ignored = self->ignored + 1;
    Py_RETURN_NONE;
}

/* Not by failing. */
static int
tell(long value)
{
    if (value < 0) {
        PyErr_Clear();
        return 1;
    }
    return 0;
}

static PyObject *
Thing_tell(Thing *self, PyObject *Py_UNUSED(unused))
{
    if (tell(self->told) < 0) {
        return NULL;
    }
    self->told = self->told + 1;
    Py_RETURN_NONE;
}

/* Used where it failed, too. */
static PyObject *
Thing_retry(Thing *self, PyObject *Py_UNUSED(unused))
{
    int r = check(self->retried);
    if (r == -1) {
        self->retried = 0;
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Thing_sum(Thing *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(self->stored + self->appended + self->named + self->reused
                           + self->late + self->held + self->ignored + self->told
                           + self->retried);
}

static void
Thing_dealloc(Thing *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMethodDef Thing_methods[] = {
    {"ignore", (PyCFunction)Thing_ignore, METH_NOARGS, NULL},
    {"tell", (PyCFunction)Thing_tell, METH_NOARGS, NULL},
    {"retry", (PyCFunction)Thing_retry, METH_NOARGS, NULL},
    {"sum", (PyCFunction)Thing_sum, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Thing_slots[] = {
    {Py_tp_methods, Thing_methods},
    {Py_tp_dealloc, Thing_dealloc},
    {Py_mp_ass_subscript, Thing_ass_subscript},
    {0, NULL},
};

static PyType_Spec Thing_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Thing_slots,
};

static PyMethodDef spam_methods[] = {
    {"stored", spam_stored, METH_NOARGS, NULL},
    {"appended", spam_appended, METH_NOARGS, NULL},
    {"named", spam_named, METH_NOARGS, NULL},
    {"reused", spam_reused, METH_NOARGS, NULL},
    {"late", spam_late, METH_NOARGS, NULL},
    {"generic", spam_generic, METH_NOARGS, NULL},
    {"numbered", spam_numbered, METH_NOARGS, NULL},
    {"chained", spam_chained, METH_NOARGS, NULL},
    {"sometimes", spam_sometimes, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->all = PyList_New(0);
    if (state->all == NULL) {
        return -1;
    }
    state->Thing_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Thing_spec, NULL);
    if (state->Thing_Type == NULL) {
        return -1;
    }
    state->spare = make(state);
    return state->spare == NULL ? -1 : 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->Thing_Type);
    Py_VISIT(state->all);
    Py_VISIT(state->last);
    Py_VISIT((PyObject *)state->spare);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->Thing_Type);
    Py_CLEAR(state->all);
    Py_CLEAR(state->last);
    Py_CLEAR(state->spare);
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
