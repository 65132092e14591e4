#include <Python.h>

#define FAIL(state, text) PyErr_SetString((state)->SpamError, text)

typedef struct {
    PyObject_HEAD
    long value;
} Spam;

typedef struct {
    PyObject *SpamError;
    PyTypeObject *Spam_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static struct PyModuleDef spammodule;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spammodule);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spammodule) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

/* For binary slots: either operand may be of a type of this module. */
static inline spam_state *
get_spam_state_by_operands(PyObject *left, PyObject *right)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(left));
    if (state == NULL) {
        PyErr_Clear();
        state = get_spam_state_by_type(Py_TYPE(right));
    }
    return state;
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

/* Only who fails needs the state. */
static PyObject *
spam_half(Spam *self, PyObject *unused)
{
    if (self->value % 2 != 0) { /* no half */
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->SpamError, "odd");
        return NULL;
    }
    return PyLong_FromLong(self->value / 2);
}

/* The branch ends the loop, so it runs once. */
static PyObject *
spam_all(Spam *self, PyObject *args)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args); i++) {
        PyObject *item = PyTuple_GET_ITEM(args, i);
        if (!PyLong_Check(item)) {
            spam_state *state = get_spam_state_by_type(Py_TYPE(self));
            PyErr_SetObject(state->SpamError, item);
            return NULL;
        }
    }
    return PyLong_FromLong(self->value);
}

/* This one runs in each turn: in front of the loop, but behind the question. */
static PyObject *
spam_count(Spam *self, PyObject *args)
{
    Py_ssize_t n = 0;
    if (self->value > 0) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args); i++) {
            if (PyTuple_GET_ITEM(args, i) == state->SpamError) {
                n++;
            }
        }
    }
    return PyLong_FromSsize_t(n);
}

/* A loop of its own kind. */
static PyObject *
spam_again(Spam *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    long n = self->value;
again:
    if (n > 10) {
        n = PyObject_IsTrue(state->SpamError) ? n / 2 : 0;
        goto again;
    }
    return PyLong_FromLong(n);
}

/* The branch is entered at its label, too. */
static PyObject *
spam_into(Spam *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    if (self->value < 0) {
        goto fail;
    }
    if (self->value > 10) {
        self->value = 0;
    fail:
        PyErr_SetString(state->SpamError, "out of range");
        return NULL;
    }
    Py_RETURN_NONE;
}

/* A block of one case; and two cases, which share none. */
static PyObject *
spam_case(Spam *self, PyObject *unused)
{
    switch (self->value) {
    case 1: {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->SpamError, "one");
        return NULL;
    }
    default:
        Py_RETURN_NONE;
    }
}

static PyObject *
spam_cases(Spam *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    switch (self->value) {
    case 1:
        PyErr_SetString(state->SpamError, "one");
        return NULL;
    case 2:
        PyErr_SetString(state->SpamError, "two");
        return NULL;
    default:
        Py_RETURN_NONE;
    }
}

/* What the state is found by means something else in the branch, or is gone. */
static PyObject *
spam_replaced(PyObject *self, PyObject *other)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    long value = ((Spam *)self)->value;
    self = other;
    if (!PyLong_Check(self)) {
        PyErr_Format(state->SpamError, "%ld", value);
        return NULL;
    }
    Py_INCREF(self);
    return self;
}

static PyObject *
spam_given_up(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    long value = ((Spam *)self)->value;
    Py_INCREF(self);
    Py_DECREF(self);
    if (value < 0) {
        PyErr_SetString(state->SpamError, "negative");
        return NULL;
    }
    Py_RETURN_NONE;
}

/* Another configuration has another beginning of the branch. */
static PyObject *
spam_torn(Spam *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
#ifdef SPAM_STRICT
    if (self->value < 0) {
        FAIL(state, "negative");
#else
    if (self->value < -10) {
#endif
        FAIL(state, "too negative");
        return NULL;
    }
    Py_RETURN_NONE;
}

/* What is not compiled counts: inside the branch, and behind it. */
static PyObject *
spam_idle(Spam *self, PyObject *unused)
{
    if (self->value < 0) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
#ifdef SPAM_STRICT
        FAIL(state, "strict");
#endif
        FAIL(state, "negative");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_idle_behind(Spam *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    if (self->value < 0) {
        FAIL(state, "negative");
        return NULL;
    }
#ifdef SPAM_STRICT
    if (self->value == 0) {
        FAIL(state, "zero");
        return NULL;
    }
#endif
    Py_RETURN_NONE;
}

/* No state can be asked for while another thread runs. */
static PyObject *
spam_detached(Spam *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PyThreadState *thread = PyEval_SaveThread();
    if (self->value < 0) {
        PyEval_RestoreThread(thread);
        FAIL(state, "negative");
        return NULL;
    }
    PyEval_RestoreThread(thread);
    Py_RETURN_NONE;
}

/* Either operand may be the Spam: asking clears an exception, and one may be pending. */
static PyObject *
spam_add(PyObject *left, PyObject *right)
{
    spam_state *state = get_spam_state_by_operands(left, right);
    PyObject *sum = PyNumber_Negative(right);
    if (sum == NULL) {
        if (PyErr_ExceptionMatches(state->SpamError)) {
            PyErr_Clear();
            Py_INCREF(left);
            return left;
        }
    }
    return sum;
}

/* A stage moves the exception, a later one the type. */
static PyObject *
make(PyObject *module, PyObject *number)
{
    spam_state *state = get_spam_state(module);
    long value = PyLong_AsLong(number);
    if (value == -1) {
        PyErr_SetString(state->SpamError, "minus one");
        return NULL;
    }
    Spam *made = PyObject_New(Spam, state->Spam_Type);
    if (made != NULL) {
        made->value = value;
    }
    return (PyObject *)made;
}

static PyObject *
half(PyObject *module, PyObject *number)
{
    long value = PyLong_AsLong(number);
    if (value == -1 && PyErr_Occurred()) {
        spam_state *state = get_spam_state(module);
        PyErr_SetString(state->SpamError, "no number");
        return NULL;
    }
    return PyLong_FromLong(value / 2);
}

static PyMethodDef spam_type_methods[] = {
    {"half", (PyCFunction)spam_half, METH_NOARGS, NULL},
    {"all", (PyCFunction)spam_all, METH_VARARGS, NULL},
    {"count", (PyCFunction)spam_count, METH_VARARGS, NULL},
    {"again", (PyCFunction)spam_again, METH_NOARGS, NULL},
    {"into", (PyCFunction)spam_into, METH_NOARGS, NULL},
    {"case", (PyCFunction)spam_case, METH_NOARGS, NULL},
    {"cases", (PyCFunction)spam_cases, METH_NOARGS, NULL},
    {"replaced", spam_replaced, METH_O, NULL},
    {"given_up", spam_given_up, METH_NOARGS, NULL},
    {"torn", (PyCFunction)spam_torn, METH_NOARGS, NULL},
    {"idle", (PyCFunction)spam_idle, METH_NOARGS, NULL},
    {"idle_behind", (PyCFunction)spam_idle_behind, METH_NOARGS, NULL},
    {"detached", (PyCFunction)spam_detached, METH_NOARGS, NULL},
    {NULL},
};

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_methods, spam_type_methods},
    {Py_nb_add, spam_add},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Spam_Type_slots,
};

static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {"half", half, METH_O, NULL},
    {NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->Spam_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Spam_Type = spam_new_type(module, &Spam_Type_spec);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    Py_XINCREF(state->SpamError);
    if (PyModule_AddObject(module, "SpamError", state->SpamError) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
