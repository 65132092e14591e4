#include <Python.h>

/* What a half-made instance has goes before it is freed. */
typedef struct {
    PyObject_HEAD
    PyObject *key;
    PyObject *value;
    char *buffer;
} Entry;

static void
entry_dealloc(Entry *self)
{
    Py_XDECREF(self->key);
    Py_XDECREF(self->value);
    PyMem_Free(self->buffer);
    PyObject_Del(self);
}

static PyTypeObject Entry_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Entry",
    .tp_basicsize = sizeof(Entry),
    .tp_dealloc = (destructor)entry_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* In a branch, with other work between. */
static PyObject *
entry_of(PyObject *key, PyObject *value)
{
    Entry *self = PyObject_New(Entry, &Entry_Type);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(key);
    self->key = key;
    self->value = PySequence_List(value);
    self->buffer = PyMem_Malloc(16);
    if (self->value == NULL || self->buffer == NULL) {
        if (self) {
            PyMem_Free(self->buffer);
            Py_XDECREF(self->value);
            Py_DECREF(self->key);
            PyObject_Del(self);
        }
        return NULL;
    }
    return (PyObject *)self;
}

/* Behind a label, and with a way that passes the release by. */
static PyObject *
entry_alone(PyObject *value)
{
    Entry *self = PyObject_New(Entry, &Entry_Type);
    if (self == NULL) {
        return NULL;
    }
    self->key = NULL;
    self->buffer = NULL;
    self->value = PySequence_List(value);
    if (self->value == NULL) {
        goto none;
    }
    self->buffer = PyMem_Malloc(16);
    if (self->buffer == NULL) {
        goto fail;
    }
    return (PyObject *)self;
fail:
    Py_DECREF(self->value);
none:
    PyObject_Del(self);
    return NULL;
}

/* It may stay. */
static PyObject *
entry_kept(PyObject *value, int keep)
{
    Entry *self = PyObject_New(Entry, &Entry_Type);
    if (self == NULL) {
        return NULL;
    }
    self->key = PyLong_FromLong(keep);
    self->buffer = NULL;
    self->value = PySequence_List(value);
    Py_CLEAR(self->key);
    if (keep && self->value != NULL)
        return (PyObject *)self;
    Py_XDECREF(self->value);
    PyObject_Del(self);
    Py_RETURN_NONE;
}

static PyObject *
spam_entries(PyObject *module, PyObject *arg)
{
    return Py_BuildValue("NNN", entry_of(arg, arg), entry_alone(arg), entry_kept(arg, 1));
}

static PyMethodDef spam_methods[] = {
    {"entries", spam_entries, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Entry_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
