/* A path returns out of the loop that holds the lock. */
#include <Python.h>

#define WITH_LOCK(object) \
    for (int once = (PyMutex_Lock(&(object)->mutex), 1); once; \
         once = 0, PyMutex_Unlock(&(object)->mutex))

typedef struct {
    PyObject_HEAD
    PyMutex mutex;
    long n;
    long top;
} Meter;

static PyObject *
Meter_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Meter *self = (Meter *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    return (PyObject *)self;
}

static PyObject *
Meter_feed(Meter *self, PyObject *arg)
{
    WITH_LOCK(self) {
        if (self->n > 100) {
            PyErr_SetString(PyExc_OverflowError, "full");
            return NULL;  // want: thread-lock-held
        }
        self->n++;
    }
    Py_RETURN_NONE;
}

static PyMethodDef Meter_methods[] = {
    {"feed", (PyCFunction)Meter_feed, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Meter_slots[] = {
    {Py_tp_methods, Meter_methods},
    {Py_tp_new, (void *)Meter_new},
    {0, NULL},
};

static PyType_Spec Meter_spec = {
    "spam.Meter", sizeof(Meter), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Meter_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *meter_type = PyType_FromModuleAndSpec(module, &Meter_spec, NULL);
    if (meter_type == NULL) {
        return -1;
    }
    int meter_rc = PyModule_AddType(module, (PyTypeObject *)meter_type);
    Py_DECREF(meter_type);
    if (meter_rc < 0) {
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
