/* A tuple is replaced in a section; its item is read without one. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *pair;
} Span;

static PyObject *
Span_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Span *self = (Span *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->pair = Py_BuildValue("(ii)", 0, 0);
    if (self->pair == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Span_dealloc(Span *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(self->pair);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Span_set(Span *self, PyObject *args)
{
    PyObject *first, *second;
    if (!PyArg_ParseTuple(args, "OO", &first, &second)) {
        return NULL;
    }
    PyObject *pair = PyTuple_Pack(2, first, second);
    if (pair == NULL) {
        return NULL;
    }
    PyObject *old;
    Py_BEGIN_CRITICAL_SECTION(self);
    old = self->pair;
    self->pair = pair;
    Py_END_CRITICAL_SECTION();
    Py_DECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
Span_start(Span *self, PyObject *unused)
{
    return Py_NewRef(PyTuple_GET_ITEM(self->pair, 0));  // want: thread-unlocked-read
}

static PyMethodDef Span_methods[] = {
    {"set", (PyCFunction)Span_set, METH_VARARGS, NULL},
    {"start", (PyCFunction)Span_start, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Span_slots[] = {
    {Py_tp_methods, Span_methods},
    {Py_tp_new, (void *)Span_new},
    {Py_tp_dealloc, (void *)Span_dealloc},
    {0, NULL},
};

static PyType_Spec Span_spec = {  // want-note: gc-flag-missing
    "spam.Span", sizeof(Span), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Span_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *span_type = PyType_FromModuleAndSpec(module, &Span_spec, NULL);
    if (span_type == NULL) {
        return -1;
    }
    int span_rc = PyModule_AddType(module, (PyTypeObject *)span_type);
    Py_DECREF(span_type);
    if (span_rc < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
