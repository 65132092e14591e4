#include "../module.h"

#include <assert.h>

struct outcome {
    PyObject *result;
    PyObject *reason;
};

extern int run(PyObject *code, struct outcome *outcome);

/* What asserts that there is one has one; the caller's struct brings the object, and keeps
 * nothing of it. */
static PyObject *
reason_of(struct outcome *outcome)
{
    assert(outcome->result == NULL);
    if (outcome->reason == NULL) {
        assert(PyErr_Occurred());
        return NULL;
    }
    assert(!PyErr_Occurred());
    return outcome->reason;
}

static PyObject *
execute(PyObject *self, PyObject *code)
{
    struct outcome outcome;
    if (run(code, &outcome) < 0) {
        return reason_of(&outcome);
    }
    return outcome.result;
}

/* Without an interpreter the process ends. */
static PyInterpreterState *
current(void)
{
    return PyInterpreterState_Get();
}

static PyObject *
identifier(PyObject *self, PyObject *unused)
{
    PyInterpreterState *interpreter = current();
    if (interpreter == NULL) {
        return NULL;
    }
    return PyLong_FromLongLong(PyInterpreterState_GetID(interpreter));
}

/* The place that the call is given tells that it failed. */
static PyObject *
describe(PyObject *self, PyObject *object)
{
    PyObject *text = PyUnicode_FromFormat("<%R", self);
    if (text == NULL) {
        return NULL;
    }
    PyErr_Clear();
    PyUnicode_AppendAndDel(&text, PyObject_Repr(object));
    if (text == NULL) {
        return NULL;
    }
    return text;
}

/* Either an exception or an item. */
static PyObject *
item_of(PyObject *self, PyObject *list)
{
    ssizeargfunc item_at = Py_TYPE(list)->tp_as_sequence->sq_item;
    PyObject *item = item_at(list, 0);
    assert((PyErr_Occurred() == NULL) ^ (item == NULL));
    if (item == NULL) {
        return NULL;
    }
    PyObject *result = PyObject_CallOneArg(self, item);
    Py_DECREF(item);
    return result;
}

PyMethodDef methods[] = {
    {"execute", execute, METH_O, NULL},   {"identifier", identifier, METH_NOARGS, NULL},
    {"describe", describe, METH_O, NULL}, {"item_of", item_of, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
