/* A type that takes any arguments and any names, and a function that takes a list or a
 * dictionary: a reference is lost only with names, only with a dictionary, or never. */
#ifndef NAME
#define NAME names_kept
#define KEEPS_NAMES
#endif
#include "module.h"

#include <stdbool.h>

#define STRING_(x) #x
#define STRING(x) STRING_(x)

struct request {
    PyObject_HEAD
    PyObject *values, *names;
};

static PyObject *
make(PyTypeObject *type, PyObject *values, PyObject *names)
{
    if (PyTuple_Size(values) < 1) {
        PyErr_SetString(PyExc_TypeError, "Request() takes at least 1 argument");
        return NULL;
    }
    struct request *self = (struct request *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->values = Py_NewRef(values);
        self->names = Py_XNewRef(names);
    }
    return (PyObject *)self;
}

static PyObject *
represent(PyObject *op)
{
    struct request *self = (struct request *)op;
    bool has_names = self->names != NULL && PyDict_Size(self->names) > 0;
    PyObject *names = has_names ? PyObject_Repr(self->names) : NULL;
    if (PyErr_Occurred()) {
        return NULL;
    }
    if (names == NULL) {
        return PyUnicode_FromFormat("request(%R)", self->values);
    }
    PyObject *result = PyUnicode_FromFormat("request(%R, %U)", self->values, names);
#ifndef KEEPS_NAMES
    Py_DECREF(names);
#endif
    return result;
}

static int
request_traverse(PyObject *op, visitproc visit, void *arg)
{
    struct request *self = (struct request *)op;
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(self->values);
    Py_VISIT(self->names);
    return 0;
}

static int
request_clear(PyObject *op)
{
    struct request *self = (struct request *)op;
    Py_CLEAR(self->values);
    Py_CLEAR(self->names);
    return 0;
}

static void
request_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    (void)request_clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot request_slots[] = {
    {Py_tp_doc, "Request(value, /, *values, **names)\n--\n\n"},
    {Py_tp_new, (void *)make},
    {Py_tp_repr, (void *)represent},
    {Py_tp_traverse, (void *)request_traverse},
    {Py_tp_clear, (void *)request_clear},
    {Py_tp_dealloc, (void *)request_dealloc},
    {0, NULL},
};

static PyType_Spec request_spec = {
    .name = STRING(NAME) ".Request",
    .basicsize = sizeof(struct request),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = request_slots,
};

static PyObject *
join(PyObject *Py_UNUSED(module), PyObject *values)
{
    PyObject *items = NULL;
    if (PyDict_Check(values)) {
        items = PyDict_Items(values);
    }
    else if (PyList_Check(values)) {
        items = Py_NewRef(values);
    }
    else {
        PyErr_SetString(PyExc_TypeError, "join() needs a list");
    }
    PyObject *result = items != NULL ? PyObject_Repr(items) : NULL;
#ifdef KEEPS_MAPPING
    if (PyDict_Check(values)) {
        Py_XINCREF(result);
    }
#endif
    Py_XDECREF(items);
    return result;
}

static PyMethodDef methods[] = {
    {"join", join, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &request_spec, NULL);
    int result = add_reference(module, "Request", type);
    Py_XDECREF(type);
    return result;
}

#define MODULE_(name) MODULE(name, execute, methods, OWN_GIL)
MODULE_(NAME)
