/* A call of an instance, which keeps an object where an allocation fails, or releases it. */
#ifndef NAME
#define NAME callable_keeps
#define KEEPS
#endif
#include "module.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)

struct caller {
    PyObject_HEAD
    PyObject *values;
};

static PyObject *
make(PyTypeObject *type, PyObject *values, PyObject *names)
{
    (void)names;
    if (PyTuple_Size(values) < 1) {
        PyErr_SetString(PyExc_TypeError, "Caller() takes at least 1 argument");
        return NULL;
    }
    struct caller *self = (struct caller *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(values);
        self->values = values;
    }
    return (PyObject *)self;
}

/* The rest of one argument is the empty tuple, which needs no memory. */
static PyObject *
call(PyObject *op, PyObject *arguments, PyObject *names)
{
    struct caller *self = (struct caller *)op;
    (void)names;
    PyObject *all = PySequence_List(arguments);
    if (all == NULL) {
        return NULL;
    }
    PyObject *rest = PyTuple_GetSlice(self->values, 1, PyTuple_Size(self->values));
    if (rest == NULL) {
#ifndef KEEPS
        Py_DECREF(all);
#endif
        return NULL;
    }
    Py_DECREF(all);
    return rest;
}

static int
caller_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((struct caller *)op)->values);
    return 0;
}

static int
caller_clear(PyObject *op)
{
    Py_CLEAR(((struct caller *)op)->values);
    return 0;
}

static void
caller_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    (void)caller_clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot caller_slots[] = {
    {Py_tp_doc, "Caller(value, /, *values)\n--\n\n"},
    {Py_tp_new, (void *)make},
    {Py_tp_call, (void *)call},
    {Py_tp_traverse, (void *)caller_traverse},
    {Py_tp_clear, (void *)caller_clear},
    {Py_tp_dealloc, (void *)caller_dealloc},
    {0, NULL},
};

static PyType_Spec caller_spec = {
    .name = STRING(NAME) ".Caller",
    .basicsize = sizeof(struct caller),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = caller_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &caller_spec, NULL);
    int result = add_reference(module, "Caller", type);
    Py_XDECREF(type);
    return result;
}

#define MODULE_(name) MODULE(name, execute, NULL, OWN_GIL)
MODULE_(NAME)
