/* A reference to an argument that is released, returned, or for somebody. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *value;
    PyObject *unowned;
} SpamObject;

void watch(void *data);
void keep(PyObject *object);

static PyObject *
returned(PyObject *self, PyObject *argument)
{
    Py_INCREF(argument);
    return argument;
}

static PyObject *
released(PyObject *self, PyObject *argument)
{
    Py_INCREF(argument);
    PyObject *text = PyObject_Str(argument);
    Py_DECREF(argument);
    return text;
}

static PyObject *
stolen(PyObject *self, PyObject *argument)
{
    PyObject *list = PyList_New(1);
    if (list == NULL) {
        return NULL;
    }
    Py_INCREF(argument);
    PyList_SET_ITEM(list, 0, argument);
    return list;
}

static PyObject *
stored(PyObject *op, PyObject *argument)
{
    SpamObject *self = (SpamObject *)op;
    Py_INCREF(argument);
    Py_XSETREF(self->value, argument);
    Py_RETURN_NONE;
}

static PyObject *
stored_unowned(PyObject *op, PyObject *argument)
{
    SpamObject *self = (SpamObject *)op;
    Py_INCREF(argument);
    self->unowned = argument;
    Py_RETURN_NONE;
}

static PyObject *
for_a_callback(PyObject *self, PyObject *argument)
{
    Py_INCREF(argument);
    watch(argument);
    Py_RETURN_NONE;
}

static PyObject *
in_a_capsule(PyObject *self, PyObject *argument)
{
    PyObject *capsule = PyCapsule_New(argument, "spam", NULL);
    if (capsule != NULL) {
        Py_INCREF(argument);
    }
    return capsule;
}

static PyObject *
given_away(PyObject *self, PyObject *argument)
{
    Py_INCREF(argument);
    keep(argument);
    Py_RETURN_NONE;
}

/* The instance lives until what it began has ended. */
static PyObject *
begun(PyObject *self, PyObject *ignored)
{
    Py_INCREF(self);
    Py_RETURN_NONE;
}

static PyObject *
replaced(PyObject *self, PyObject *args)
{
    PyObject *text, *errors = NULL;
    if (!PyArg_ParseTuple(args, "O|O", &text, &errors)) {
        return NULL;
    }
    if (PyUnicode_Check(text)) {
        Py_INCREF(text);
    }
    else {
        text = PyObject_Str(text);
        if (text == NULL) {
            return NULL;
        }
    }
    PyObject *result = PyUnicode_AsUTF8String(text);
    Py_DECREF(text);
    return result;
}

PyMethodDef methods[] = {
    {"returned", returned, METH_O, NULL},
    {"released", released, METH_O, NULL},
    {"stolen", stolen, METH_O, NULL},
    {"stored", stored, METH_O, NULL},
    {"stored_unowned", stored_unowned, METH_O, NULL},
    {"for_a_callback", for_a_callback, METH_O, NULL},
    {"in_a_capsule", in_a_capsule, METH_O, NULL},
    {"given_away", given_away, METH_O, NULL},
    {"begun", begun, METH_NOARGS, NULL},
    {"replaced", replaced, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
