#include <Python.h>

static PyObject *SpamError;
static PyTypeObject Spam_Type;

#define FAIL(text) PyErr_SetString(SpamError, text)

typedef struct {
    PyObject_HEAD
    long value;
} Spam;

/* Only who fails needs the state. */
static PyObject *
spam_half(Spam *self, PyObject *unused)
{
    if (self->value % 2 != 0) { /* no half */
        PyErr_SetString(SpamError, "odd");
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
            PyErr_SetObject(SpamError, item);
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
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args); i++) {
            if (PyTuple_GET_ITEM(args, i) == SpamError) {
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
    long n = self->value;
again:
    if (n > 10) {
        n = PyObject_IsTrue(SpamError) ? n / 2 : 0;
        goto again;
    }
    return PyLong_FromLong(n);
}

/* The branch is entered at its label, too. */
static PyObject *
spam_into(Spam *self, PyObject *unused)
{
    if (self->value < 0) {
        goto fail;
    }
    if (self->value > 10) {
        self->value = 0;
    fail:
        PyErr_SetString(SpamError, "out of range");
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
        PyErr_SetString(SpamError, "one");
        return NULL;
    }
    default:
        Py_RETURN_NONE;
    }
}

static PyObject *
spam_cases(Spam *self, PyObject *unused)
{
    switch (self->value) {
    case 1:
        PyErr_SetString(SpamError, "one");
        return NULL;
    case 2:
        PyErr_SetString(SpamError, "two");
        return NULL;
    default:
        Py_RETURN_NONE;
    }
}

/* What the state is found by means something else in the branch, or is gone. */
static PyObject *
spam_replaced(PyObject *self, PyObject *other)
{
    long value = ((Spam *)self)->value;
    self = other;
    if (!PyLong_Check(self)) {
        PyErr_Format(SpamError, "%ld", value);
        return NULL;
    }
    Py_INCREF(self);
    return self;
}

static PyObject *
spam_given_up(PyObject *self, PyObject *unused)
{
    long value = ((Spam *)self)->value;
    Py_INCREF(self);
    Py_DECREF(self);
    if (value < 0) {
        PyErr_SetString(SpamError, "negative");
        return NULL;
    }
    Py_RETURN_NONE;
}

/* Another configuration has another beginning of the branch. */
static PyObject *
spam_torn(Spam *self, PyObject *unused)
{
#ifdef SPAM_STRICT
    if (self->value < 0) {
        FAIL("negative");
#else
    if (self->value < -10) {
#endif
        FAIL("too negative");
        return NULL;
    }
    Py_RETURN_NONE;
}

/* What is not compiled counts: inside the branch, and behind it. */
static PyObject *
spam_idle(Spam *self, PyObject *unused)
{
    if (self->value < 0) {
#ifdef SPAM_STRICT
        FAIL("strict");
#endif
        FAIL("negative");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_idle_behind(Spam *self, PyObject *unused)
{
    if (self->value < 0) {
        FAIL("negative");
        return NULL;
    }
#ifdef SPAM_STRICT
    if (self->value == 0) {
        FAIL("zero");
        return NULL;
    }
#endif
    Py_RETURN_NONE;
}

/* No state can be asked for while another thread runs. */
static PyObject *
spam_detached(Spam *self, PyObject *unused)
{
    PyThreadState *thread = PyEval_SaveThread();
    if (self->value < 0) {
        PyEval_RestoreThread(thread);
        FAIL("negative");
        return NULL;
    }
    PyEval_RestoreThread(thread);
    Py_RETURN_NONE;
}

/* Either operand may be the Spam: asking clears an exception, and one may be pending. */
static PyObject *
spam_add(PyObject *left, PyObject *right)
{
    PyObject *sum = PyNumber_Negative(right);
    if (sum == NULL) {
        if (PyErr_ExceptionMatches(SpamError)) {
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
    long value = PyLong_AsLong(number);
    if (value == -1) {
        PyErr_SetString(SpamError, "minus one");
        return NULL;
    }
    Spam *made = PyObject_New(Spam, &Spam_Type);
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
        PyErr_SetString(SpamError, "no number");
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

static PyNumberMethods spam_number = {
    .nb_add = spam_add,
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = spam_type_methods,
    .tp_as_number = &spam_number,
};

static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {"half", half, METH_O, NULL},
    {NULL},
};

static PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Spam_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&spammodule);
    if (module == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    Py_XINCREF(SpamError);
    if (PyModule_AddObject(module, "SpamError", SpamError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
