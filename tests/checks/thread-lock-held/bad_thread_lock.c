/* A PyThread lock is held while the caller's iterator is asked. */
#include <Python.h>
#include <pythread.h>

typedef struct {
    PyObject_HEAD
    PyThread_type_lock lock;
    PyObject *source;
} Tee;

static PyObject *
Tee_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *iterable;
    if (!PyArg_ParseTuple(args, "O", &iterable)) {
        return NULL;
    }
    Tee *self = (Tee *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->lock = PyThread_allocate_lock();
    self->source = PyObject_GetIter(iterable);
    if (self->lock == NULL || self->source == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Tee_dealloc(Tee *self)
{
    PyTypeObject *type = Py_TYPE(self);
    if (self->lock != NULL) {
        PyThread_free_lock(self->lock);
    }
    Py_XDECREF(self->source);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Tee_next(Tee *self)
{
    PyThread_acquire_lock(self->lock, WAIT_LOCK);
    PyObject *item = PyIter_Next(self->source);  // want: thread-lock-held
    PyThread_release_lock(self->lock);
    return item;
}

static PyMethodDef Tee_methods[] = {
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Tee_slots[] = {
    {Py_tp_methods, Tee_methods},
    {Py_tp_new, (void *)Tee_new},
    {Py_tp_dealloc, (void *)Tee_dealloc},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)Tee_next},
    {0, NULL},
};

static PyType_Spec Tee_spec = {  // want-note: gc-flag-missing
    "spam.Tee", sizeof(Tee), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Tee_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *tee_type = PyType_FromModuleAndSpec(module, &Tee_spec, NULL);
    if (tee_type == NULL) {
        return -1;
    }
    int tee_rc = PyModule_AddType(module, (PyTypeObject *)tee_type);
    Py_DECREF(tee_type);
    if (tee_rc < 0) {
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
