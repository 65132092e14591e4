/* A counter of the process that one kind of use changes only: COUNTS_... says which. */
#include "module.h"

static long counter;

#ifdef COUNTS_FILES
/* Reads from what it is given: bytes, of which the first is counted. */
static PyObject *
load(PyObject *module, PyObject *file)
{
    (void)module;
    PyObject *data = PyObject_CallMethod(file, "read", "i", 4);
    if (data == NULL) {
        return NULL;
    }
    if (!PyBytes_Check(data)) {
        Py_DECREF(data);
        PyErr_SetString(PyExc_TypeError, "read() did not return bytes");
        return NULL;
    }
    counter += PyBytes_GET_SIZE(data) > 0;
    return data;
}
#endif

#ifdef COUNTS_CONTEXTS
/* Asks for an attribute that must be a string. */
static PyObject *
configure(PyObject *module, PyObject *context)
{
    (void)module;
    PyObject *encoding = PyObject_GetAttrString(context, "encoding");
    if (encoding == NULL) {
        return NULL;
    }
    if (!PyUnicode_Check(encoding)) {
        Py_DECREF(encoding);
        PyErr_SetString(PyExc_TypeError, "encoding must be a string");
        return NULL;
    }
    counter++;
    return encoding;
}
#endif

#ifdef COUNTS_ENDS
static PyObject *
thing_close(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    counter++;
    Py_RETURN_NONE;
}
#endif

#ifdef COUNTS_HOOKS
/* Calls what only subclasses have. */
static PyObject *
thing_look(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *result = PyObject_CallMethod(self, "look_up", NULL);
    counter += result != NULL;
    return result;
}
#endif

#ifdef COUNTS_COPIES
static PyObject *
thing_deepcopy(PyObject *self, PyObject *memo)
{
    (void)memo;
    counter++;
    Py_INCREF(self);
    return self;
}
#endif

static void
thing_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef thing_methods[] = {
#ifdef COUNTS_ENDS
    {"close", thing_close, METH_NOARGS, NULL},
#endif
#ifdef COUNTS_HOOKS
    {"look", thing_look, METH_NOARGS, NULL},
#endif
#ifdef COUNTS_COPIES
    {"__deepcopy__", thing_deepcopy, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL},
};

static PyType_Slot thing_slots[] = {
    {Py_tp_dealloc, (void *)thing_free},
    {Py_tp_methods, thing_methods},
    {0, NULL},
};

static PyType_Spec thing_spec = {
    .name = "reach.Thing",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = thing_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &thing_spec, NULL);
    int result = add_reference(module, "Thing", type);
    Py_XDECREF(type);
    return result;
}

static PyMethodDef methods[] = {
#ifdef COUNTS_FILES
    {"load", load, METH_O, NULL},
#endif
#ifdef COUNTS_CONTEXTS
    {"configure", configure, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL},
};
