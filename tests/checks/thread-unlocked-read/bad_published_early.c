/* The pointer is published before what it points to is filled; readers take no lock. */
#include <Python.h>

typedef struct {
    long low, high;
} Limits;

typedef struct {
    PyObject_HEAD
    PyMutex mutex;
    Limits *limits;
} Range;

static PyObject *
Range_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Range *self = (Range *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }

    return (PyObject *)self;
}

static void
Range_dealloc(Range *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->limits);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static Limits *
get_limits(Range *self)
{
    if (self->limits == NULL) {
        PyMutex_Lock(&self->mutex);
        if (self->limits == NULL) {
            self->limits = PyMem_Calloc(1, sizeof(Limits));  // want: thread-unlocked-read
            if (self->limits != NULL) {
                self->limits->low = -100;
                self->limits->high = 100;
            }
        }
        PyMutex_Unlock(&self->mutex);
    }
    return self->limits;
}

static PyObject *
Range_high(Range *self, PyObject *unused)
{
    Limits *limits = get_limits(self);
    if (limits == NULL) {
        return PyErr_NoMemory();
    }
    return PyLong_FromLong(limits->high);
}

static PyMethodDef Range_methods[] = {
    {"high", (PyCFunction)Range_high, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Range_slots[] = {
    {Py_tp_methods, Range_methods},
    {Py_tp_new, (void *)Range_new},
    {Py_tp_dealloc, (void *)Range_dealloc},
    {0, NULL},
};

static PyType_Spec Range_spec = {
    "spam.Range", sizeof(Range), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Range_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *range_type = PyType_FromModuleAndSpec(module, &Range_spec, NULL);
    if (range_type == NULL) {
        return -1;
    }
    int range_rc = PyModule_AddType(module, (PyTypeObject *)range_type);
    Py_DECREF(range_type);
    if (range_rc < 0) {
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
