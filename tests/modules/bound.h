/* A type that binds arguments to a callable; what it does with them each faulty module that
 * includes it has wrong. */
#include "module.h"

struct bound {
    PyObject_HEAD PyObject *function;
    PyObject *arguments;
};

static PyObject *
bound_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    (void)keywords;
    if (PyTuple_Size(arguments) < 1) {
        PyErr_SetString(PyExc_TypeError, "Bound needs an argument");
        return NULL;
    }
    PyObject *function = PyTuple_GetItem(arguments, 0);
    if (!PyCallable_Check(function)) {
        PyErr_SetString(PyExc_TypeError, "the first argument must be callable");
        return NULL;
    }
    struct bound *self = (struct bound *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(function);
    self->function = function;
    self->arguments = PyTuple_GetSlice(arguments, 1, PyTuple_Size(arguments));
    if (self->arguments == NULL) {
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

static PyObject *
bound_call(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    struct bound *self = (struct bound *)object;
    (void)arguments;
    Py_ssize_t size = PyTuple_Size(self->arguments);
    PyObject *copy = PyTuple_New(size);
    if (copy == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *item = PyTuple_GetItem(self->arguments, i);
#ifndef FORGETS_THE_REFERENCE
        Py_INCREF(item);
#endif
        PyTuple_SetItem(copy, i, item);
    }
    PyObject *result = PyObject_Call(self->function, copy, keywords);
    Py_DECREF(copy);
    return result;
}

static int
bound_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct bound *self = (struct bound *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->function);
    Py_VISIT(self->arguments);
    return 0;
}

static int
bound_clear(PyObject *object)
{
    struct bound *self = (struct bound *)object;
    Py_CLEAR(self->function);
    Py_CLEAR(self->arguments);
    return 0;
}

static void
bound_dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    (void)bound_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyType_Slot bound_slots[] = {
    {Py_tp_new, (void *)bound_new},
    {Py_tp_call, (void *)bound_call},
    {Py_tp_traverse, (void *)bound_traverse},
    {Py_tp_clear, (void *)bound_clear},
    {Py_tp_dealloc, (void *)bound_dealloc},
    {0, NULL},
};

static int
add_bound(PyObject *module, const char *name)
{
    PyType_Spec spec = {
        .name = name,
        .basicsize = sizeof(struct bound),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
        .slots = bound_slots,
    };
    PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
    int status = add_reference(module, "Bound", type);
    Py_XDECREF(type);
    return status;
}

#define BOUND_MODULE(name)                                                             \
    static int execute(PyObject *module)                                               \
    {                                                                                  \
        return add_bound(module, #name ".Bound");                                      \
    }                                                                                  \
    MODULE(name, execute, NULL, OWN_GIL)
