/* While the thread is detached it reads the instance's memory, which reset() frees in a section. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    double *samples;
    Py_ssize_t n;
} Signal;

static PyObject *
Signal_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Signal *self = (Signal *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }

    return (PyObject *)self;
}

static void
Signal_dealloc(Signal *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->samples);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Signal_fill(Signal *self, PyObject *arg)
{
    Py_ssize_t n = PyLong_AsSsize_t(arg);
    if (n < 0) {
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "negative");
    }
    double *samples = PyMem_Calloc((size_t)n + 1, sizeof(double));
    if (samples == NULL) {
        return PyErr_NoMemory();
    }
    Py_BEGIN_CRITICAL_SECTION(self);
    PyMem_Free(self->samples);
    self->samples = samples;
    self->n = n;
    Py_END_CRITICAL_SECTION();
    Py_RETURN_NONE;
}

static PyObject *
Signal_energy(Signal *self, PyObject *unused)
{
    double energy = 0.0;
    PyThreadState *saved = PyEval_SaveThread();
    for (Py_ssize_t i = 0; i < self->n; i++) {
        energy += self->samples[i] * self->samples[i];  // want: thread-unlocked-read
    }
    PyEval_RestoreThread(saved);
    return PyFloat_FromDouble(energy);
}

static PyMethodDef Signal_methods[] = {
    {"fill", (PyCFunction)Signal_fill, METH_O, NULL},
    {"energy", (PyCFunction)Signal_energy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Signal_slots[] = {
    {Py_tp_methods, Signal_methods},
    {Py_tp_new, (void *)Signal_new},
    {Py_tp_dealloc, (void *)Signal_dealloc},
    {0, NULL},
};

static PyType_Spec Signal_spec = {
    "spam.Signal", sizeof(Signal), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Signal_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *signal_type = PyType_FromModuleAndSpec(module, &Signal_spec, NULL);
    if (signal_type == NULL) {
        return -1;
    }
    int signal_rc = PyModule_AddType(module, (PyTypeObject *)signal_type);
    Py_DECREF(signal_type);
    if (signal_rc < 0) {
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
