/* The count is atomic, but whether it is zero is asked in a second step. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long n_open;
    char *buffer;
} File;

static PyObject *
File_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    File *self = (File *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->n_open = 1;
    self->buffer = PyMem_Malloc(64);
    if (self->buffer == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void
File_dealloc(File *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->buffer);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
File_open(File *self, PyObject *unused)
{
    __atomic_fetch_add(&self->n_open, 1, __ATOMIC_SEQ_CST);
    Py_RETURN_NONE;
}

static PyObject *
File_close(File *self, PyObject *unused)
{
    __atomic_fetch_sub(&self->n_open, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&self->n_open, __ATOMIC_SEQ_CST) == 0) {
        PyMem_Free(self->buffer);  // want: thread-unlocked-write
        self->buffer = NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef File_methods[] = {
    {"open", (PyCFunction)File_open, METH_NOARGS, NULL},
    {"close", (PyCFunction)File_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot File_slots[] = {
    {Py_tp_methods, File_methods},
    {Py_tp_new, (void *)File_new},
    {Py_tp_dealloc, (void *)File_dealloc},
    {0, NULL},
};

static PyType_Spec File_spec = {
    "spam.File", sizeof(File), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, File_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *file_type = PyType_FromModuleAndSpec(module, &File_spec, NULL);
    if (file_type == NULL) {
        return -1;
    }
    int file_rc = PyModule_AddType(module, (PyTypeObject *)file_type);
    Py_DECREF(file_type);
    if (file_rc < 0) {
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
