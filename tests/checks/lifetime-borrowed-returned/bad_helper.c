/* Functions of the project that give a new reference on one path, and a borrowed one on another;
 * their callers release what they get. */
#include "../module.h"

struct spam_state {
    PyObject *null;
    PyObject *yes;
};

static PyObject *
text_of(PyObject *object)
{
    if (PyUnicode_Check(object)) {
        return object;  // want: lifetime-borrowed-returned
    }
    return PyObject_Str(object);
}

Py_ssize_t
length_of(PyObject *object)
{
    PyObject *text = text_of(object);
    if (text == NULL) {
        return -1;
    }
    Py_ssize_t length = PyUnicode_GetLength(text);
    Py_DECREF(text);
    return length;
}

static PyObject *
constant_of(struct spam_state *state, PyObject *object)
{
    if (object == Py_None) {
        Py_INCREF(state->null);
        return state->null;
    }
    return state->yes;  // want: lifetime-borrowed-returned
}

int
write_constant(struct spam_state *state, PyObject *object, PyObject *target)
{
    PyObject *constant = constant_of(state, object);
    int result = PyObject_SetAttrString(target, "constant", constant);
    Py_DECREF(constant);
    return result;
}

void
release(struct spam_state *state)
{
    Py_CLEAR(state->null);
    Py_CLEAR(state->yes);
}
