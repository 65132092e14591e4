/* What a type without the collector gives its instances, and nothing releases. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *dict;
    PyObject *name;
    PyObject *key;
    int n;
} SpamObject;

static PyTypeObject *Spam_type(PyObject *module);

PyObject *
Spam_make(PyObject *module, PyObject *key)
{
    SpamObject *self = PyObject_New(SpamObject, Spam_type(module));
    if (self == NULL) {
        return NULL;
    }
    self->name = NULL;
    self->n = 0;
    self->key = Py_NewRef(key);
    self->dict = PyDict_New();
    if (self->dict == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyObject *
Spam_count(PyObject *op, PyObject *ignored)
{
    SpamObject *self = (SpamObject *)op;
    if (self->name == NULL) {
        self->name = PyUnicode_FromFormat("spam %p", (void *)op);
        if (self->name == NULL) {
            return NULL;
        }
    }
    if (PyDict_SetItem(self->dict, self->key, Py_None) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(PyDict_Size(self->dict));
}

static void
Spam_dealloc(PyObject *op)  // want: lifetime-member-not-released, lifetime-member-not-released
{
    SpamObject *self = (SpamObject *)op;
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(self->name);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {{"count", Spam_count, METH_NOARGS, NULL}, {0}};
static PyType_Slot slots[] = {
    {Py_tp_dealloc, Spam_dealloc}, {Py_tp_methods, methods}, {0, NULL},
};
#define FLAGS                                                                          \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION)
PyType_Spec Spam_spec = {"spam.Spam", sizeof(SpamObject), 0, FLAGS, slots};

/* The inherited function releases none. */
typedef struct {
    PyObject_HEAD
    PyObject *lock;
} BareObject;

static int
Bare_init(PyObject *op, PyObject *args, PyObject *kwargs)
{
    BareObject *self = (BareObject *)op;
    if (self->lock == NULL) {
        self->lock = PyList_New(0);
    }
    return self->lock == NULL ? -1 : 0;
}

static PyType_Slot bare_slots[] = {{Py_tp_init, Bare_init}, {0, NULL}};
PyType_Spec Bare_spec = {  // want: lifetime-member-not-released // want-note: change-pickle
    "spam.Bare", sizeof(BareObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    bare_slots,
};
