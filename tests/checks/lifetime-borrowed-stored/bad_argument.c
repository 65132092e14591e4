#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *callback;
    PyObject *name;
} Spam;

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Spam *)self)->callback);
    Py_VISIT(((Spam *)self)->name);
    return 0;
}

static int
Spam_clear(PyObject *self)
{
    Py_CLEAR(((Spam *)self)->callback);
    Py_CLEAR(((Spam *)self)->name);
    return 0;
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)Spam_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* What Python passes belongs to the caller. */
static int
Spam_init(PyObject *op, PyObject *args, PyObject *kwargs)
{
    Spam *self = (Spam *)op;
    static char *names[] = {"callback", "name", NULL};
    PyObject *callback, *name = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|U", names, &callback, &name)) {
        return -1;
    }
    Py_XSETREF(self->name, Py_XNewRef(name));
    self->callback = callback;  // want: lifetime-borrowed-stored
    return 0;
}

static PyObject *
keep(PyObject *op, PyObject *arg)
{
    Spam *self = (Spam *)op;
    if (!PyCallable_Check(arg)) {
        PyErr_SetString(PyExc_TypeError, "expected a callable");
        return NULL;
    }
    Py_XSETREF(self->callback, arg);  // want: lifetime-borrowed-stored
    Py_RETURN_NONE;
}

static int
set_callback(PyObject *op, PyObject *value, void *Py_UNUSED(closure))
{
    Spam *self = (Spam *)op;
    if (value == NULL) {
        Py_CLEAR(self->callback);
        return 0;
    }
    PyObject *old = self->callback;
    self->callback = value;  // want: lifetime-borrowed-stored
    Py_XDECREF(old);
    return 0;
}

static PyMethodDef Spam_methods[] = {
    {"keep", keep, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef Spam_getset[] = {
    {"callback", NULL, set_callback, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot Spam_slots[] = {
    {Py_tp_methods, Spam_methods},
    {Py_tp_getset, Spam_getset},
    {Py_tp_init, Spam_init},
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_clear, Spam_clear},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};
PyType_Spec Spam_spec = {  // want-note: change-pickle
    "spam.Spam", sizeof(Spam), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, Spam_slots,
};
