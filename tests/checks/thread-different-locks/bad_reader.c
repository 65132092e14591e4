/* The writer holds the mutex of the instance, the reader that of the module. */
#include <Python.h>

static PyMutex module_mutex;

typedef struct {
    PyObject_HEAD
    PyMutex mutex;
    char *text;
    size_t size;
} Note;

static PyObject *
Note_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Note *self = (Note *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }

    return (PyObject *)self;
}

static void
Note_dealloc(Note *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->text);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Note_write(Note *self, PyObject *arg)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(arg, &data, &size) < 0) {
        return NULL;
    }
    char *copy = PyMem_Malloc((size_t)size + 1);
    if (copy == NULL) {
        return PyErr_NoMemory();
    }
    memcpy(copy, data, (size_t)size);
    PyMutex_Lock(&self->mutex);
    char *old = self->text;
    self->text = copy;
    self->size = (size_t)size;
    PyMutex_Unlock(&self->mutex);
    PyMem_Free(old);
    Py_RETURN_NONE;
}

static PyObject *
Note_first(Note *self, PyObject *unused)
{
    long first = -1;
    PyMutex_Lock(&module_mutex);
    if (self->size > 0) {
        first = self->text[0];  // want: thread-different-locks
    }
    PyMutex_Unlock(&module_mutex);
    return PyLong_FromLong(first);
}

static PyMethodDef Note_methods[] = {
    {"write", (PyCFunction)Note_write, METH_O, NULL},
    {"first", (PyCFunction)Note_first, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Note_slots[] = {
    {Py_tp_methods, Note_methods},
    {Py_tp_new, (void *)Note_new},
    {Py_tp_dealloc, (void *)Note_dealloc},
    {0, NULL},
};

static PyType_Spec Note_spec = {
    "spam.Note", sizeof(Note), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Note_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *note_type = PyType_FromModuleAndSpec(module, &Note_spec, NULL);
    if (note_type == NULL) {
        return -1;
    }
    int note_rc = PyModule_AddType(module, (PyTypeObject *)note_type);
    Py_DECREF(note_type);
    if (note_rc < 0) {
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
