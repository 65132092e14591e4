/* What the last call gave, where a place is given more than one value, and what functions of
 * the project give. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *names;
    long count;
} SpamObject;

struct state {
    PyObject *module;
    PyObject *type;
    PyObject *now;
};

/* One local, used twice. */
int
two_tuples(PyObject *target, PyObject *one, PyObject *two)
{
    PyObject *tuple = PyTuple_Pack(1, one);
    if (tuple == NULL) {
        return -1;
    }
    if (PyObject_SetAttrString(target, "one", tuple) < 0) {
        Py_DECREF(tuple);
        return -1;
    }
    Py_DECREF(tuple);

    tuple = PyTuple_Pack(1, two);
    int result = PyObject_SetAttrString(target, "two", tuple);
    Py_DECREF(tuple);  // want: access-null-unchecked
    return result;
}

/* A member. */
int
members(struct state *state)
{
    state->module = PyImport_ImportModule("datetime");
    if (state->module == NULL) {
        return -1;
    }
    state->type = PyObject_GetAttrString(state->module, "datetime");
    state->now = PyObject_GetAttrString(state->type, "now");  // want: access-null-unchecked
    return state->now != NULL ? 0 : -1;
}

/* A reference is taken. */
PyObject *
kept(struct state *state)
{
    PyObject *list = PyList_New(0);
    Py_INCREF(list);  // want: access-null-unchecked
    state->type = list;
    return list;
}

/* A function of the project that fails as the C API does. */
static SpamObject *
spam_new(PyTypeObject *type)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->names = PyList_New(0);
    if (self->names == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return self;
}

static int
spam_fill(SpamObject *self, long count)
{
    if (count < 0) {
        self->count = 0;
        return 0;
    }
    self->count = count;
    return 0;
}

PyObject *
spam_read(PyTypeObject *type)
{
    SpamObject *self = spam_new(type);
    self->count = 1;  // want: access-null-unchecked
    return (PyObject *)self;
}

/* Given to another function, which reads it on each path. */
PyObject *
spam_given(PyTypeObject *type, long count)
{
    SpamObject *self = spam_new(type);
    if (spam_fill(self, count) < 0) {  // want: access-null-unchecked
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}
