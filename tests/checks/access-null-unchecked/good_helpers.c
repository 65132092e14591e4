/* What the last call gave, and what functions of the project give, where it is no NULL. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *names;
    long count;
    PyObject *items[4];
} SpamObject;

struct state {
    PyObject *module;
    PyObject *type;
    PyObject *now;
};

/* Asked before. */
int
two_tuples(PyObject *target, PyObject *one, PyObject *two)
{
    PyObject *tuple = PyTuple_Pack(1, one);
    if (tuple == NULL) {
        return -1;
    }
    Py_DECREF(tuple);
    tuple = PyTuple_Pack(1, two);
    if (tuple == NULL) {
        return -1;
    }
    int result = PyObject_SetAttrString(target, "two", tuple);
    Py_DECREF(tuple);
    return result;
}

/* A function between may give it another value. */
static void
complete(struct state *state)
{
    if (state->type == NULL) {
        PyErr_Clear();
        state->type = Py_NewRef(Py_None);
    }
}

int
members(struct state *state)
{
    state->type = PyObject_GetAttrString(state->module, "datetime");
    complete(state);
    state->now = PyObject_GetAttrString(state->type, "now");
    return state->now != NULL ? 0 : -1;
}

int
asked_members(struct state *state)
{
    state->type = PyObject_GetAttrString(state->module, "datetime");
    if (state->type == NULL) {
        return -1;
    }
    state->now = PyObject_GetAttrString(state->type, "now");
    return state->now != NULL ? 0 : -1;
}

/* From the label on it is not known what was given. */
PyObject *
labelled(PyObject *target, int is_empty)
{
    PyObject *list = NULL;
    if (is_empty) {
        goto done;
    }
    list = PyList_New(0);
    if (list == NULL) {
        return NULL;
    }
done:
    if (!is_empty) {
        Py_INCREF(list);
        (void)PyObject_SetAttrString(target, "list", list);
        Py_DECREF(list);
    }
    return list != NULL ? list : PyUnicode_FromString("");
}

/* Counted with an X, and an int that CPython keeps ready. */
PyObject *
counted(struct state *state)
{
    PyObject *list = PyList_New(0);
    Py_XINCREF(list);
    state->type = list;
    return list;
}

PyObject *
small(void)
{
    PyObject *zero = PyLong_FromLong(0);
    Py_INCREF(zero);
    Py_DECREF(zero);
    return zero;
}

/* A function that fails only for what the caller knows better. */
static PyObject *
popped(SpamObject *self)
{
    if (self->count == 0) {
        PyErr_SetString(PyExc_IndexError, "empty");
        return NULL;
    }
    return self->items[--self->count];
}

void
trimmed(SpamObject *self, PyObject *item)
{
    self->items[self->count++] = item;
    if (self->count > 3) {
        PyObject *old = popped(self);
        Py_DECREF(old);
    }
}

/* A NULL is none of the objects that are asked for. */
static PyObject *
asked(PyObject *object)
{
    return PyObject_CallMethod(object, "is_open", NULL);
}

PyObject *
both(PyObject *one, PyObject *two)
{
    PyObject *result = asked(one);
    if (result != Py_False) {
        return result; /* or a failure */
    }
    Py_DECREF(result);
    return asked(two);
}

/* A function that asks for NULL itself, or reads its argument on some paths only. */
static int
spam_fill(SpamObject *self, long count)
{
    if (count == 0) {
        return 0;
    }
    self->count = count;
    return 0;
}

static int
spam_ask(SpamObject *self)
{
    return self != NULL && self->count > 0;
}

static PyObject **
spam_place(SpamObject *self)
{
    return &self->names; /* nothing is read */
}

PyObject *
spam_given(PyTypeObject *type)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    PyObject **place = spam_place(self);
    if (spam_fill(self, 0) < 0 || spam_ask(self) || place == NULL) {
        Py_XDECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}
