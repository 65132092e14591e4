#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>

static PyObject *spam_error;
static PyTypeObject *Counter_Type, *Stepper_Type;

typedef struct {
    PyObject_HEAD
    long n;
} Counter;

static int
Counter_init(Counter *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"n", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|l", names, &self->n)) {
        return -1;
    }
    if (self->n < 0) {
        PyErr_SetString(spam_error, "negative");
        return -1;
    }
    return 0;
}

static void
Counter_dealloc(Counter *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Counter_next(Counter *self, PyObject *Py_UNUSED(ignored))
{
    if (self->n == 100) {
        PyErr_SetString(spam_error, "too many");
        return NULL;
    }
    return PyLong_FromLong(++self->n);
}

static Py_ssize_t
Counter_length(Counter *self)
{
    if (self->n == 7) {
        PyErr_SetString(spam_error, "seven");
        return -1;
    }
    return (Py_ssize_t)self->n;
}

static PyMethodDef Counter_methods[] = {
    {"next", (PyCFunction)Counter_next, METH_NOARGS, "The next number."},
    {NULL, NULL, 0, NULL},
};

static int
register_type(void)
{
    PyType_Slot slots[] = {
        {Py_tp_init, Counter_init},
        {Py_tp_dealloc, Counter_dealloc},
        {Py_tp_methods, Counter_methods},
        {Py_tp_doc, (void *)"A counter."},
        {Py_sq_length, Counter_length},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "spam.Counter",
        .basicsize = sizeof(Counter),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
        .slots = slots,
    };

    Counter_Type = (PyTypeObject *)PyType_FromSpec(&spec);
    return Counter_Type == NULL;
}

static PyObject *
Stepper_step(Counter *self, PyObject *Py_UNUSED(ignored))
{
    if (self->n > 5) {
        PyErr_SetString(spam_error, "no step");
        return NULL;
    }
    self->n += 2;
    return PyLong_FromLong(self->n);
}

static PyMethodDef Stepper_methods[] = {
    {"step", (PyCFunction)Stepper_step, METH_NOARGS, "Two more."},
    {NULL, NULL, 0, NULL},
};

static int
register_derived_type(void)
{
    PyType_Slot slots[] = {
        {Py_tp_methods, Stepper_methods},
        {Py_tp_base, Counter_Type},
        {0, NULL},
    };
    PyType_Spec spec = {
        "spam.Stepper", sizeof(Counter), 0, Py_TPFLAGS_DEFAULT, slots,
    };

    Stepper_Type = (PyTypeObject *)PyType_FromSpec(&spec);
    return Stepper_Type == NULL ? -1 : 0;
}

static PyObject *
spam_count(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyObject_CallNoArgs((PyObject *)Counter_Type);
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_NOARGS, "A new counter."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", "Counts.", -1, spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;

    if (register_type() || register_derived_type() < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (spam_error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(spam_error);
    if (PyModule_AddObject(m, "Error", spam_error) < 0) {
        Py_DECREF(spam_error);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Counter_Type);
    if (PyModule_AddObject(m, "Counter", (PyObject *)Counter_Type) < 0) {
        Py_DECREF(Counter_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Stepper_Type);
    if (PyModule_AddObject(m, "Stepper", (PyObject *)Stepper_Type) < 0) {
        Py_DECREF(Stepper_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
