/* Functions of the project that give the same on each path, or whose callers can tell. */
#include "../module.h"

struct spam_state {
    PyObject *null;
    PyObject *yes;
};

/* New on each path. */
static PyObject *
text_of(PyObject *object)
{
    if (PyUnicode_Check(object)) {
        return Py_NewRef(object);
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

/* Borrowed on each path. */
static PyObject *
constant_of(struct spam_state *state, PyObject *object)
{
    return object == Py_None ? state->null : state->yes;
}

int
write_constant(struct spam_state *state, PyObject *object, PyObject *target)
{
    PyObject *constant = constant_of(state, object);
    Py_INCREF(constant);
    int result = PyObject_SetAttrString(target, "constant", constant);
    Py_DECREF(constant);
    return result;
}

/* The caller asks whether it is the same object. */
static PyObject *
exact_of(PyObject *object)
{
    if (PyUnicode_CheckExact(object)) {
        return object;
    }
    return PyObject_Str(object);
}

Py_ssize_t
exact_length_of(PyObject *object)
{
    PyObject *text = exact_of(object);
    if (text == NULL) {
        return -1;
    }
    Py_ssize_t length = PyUnicode_GetLength(text);
    if (text != object) {
        Py_DECREF(text);
    }
    return length;
}

/* It takes its argument over. */
static PyObject *
exact_in_place(PyObject *object)
{
    if (PyUnicode_CheckExact(object)) {
        return object;
    }
    PyObject *text = PyObject_Str(object);
    Py_DECREF(object);
    return text;
}

Py_ssize_t
length_in_place(PyObject *object)
{
    PyObject *text = exact_in_place(Py_NewRef(object));
    if (text == NULL) {
        return -1;
    }
    Py_ssize_t length = PyUnicode_GetLength(text);
    Py_DECREF(text);
    return length;
}

/* The element that it gives is no longer the list's. */
static PyObject *
popped(PyObject *list)
{
    Py_ssize_t n = PyList_GET_SIZE(list);
    if (n == 0) {
        return PyUnicode_FromString("");
    }
    PyObject *last = Py_NewRef(PyList_GET_ITEM(list, n - 1));
    if (PyList_SetSlice(list, n - 1, n, NULL) < 0) {
        Py_DECREF(last);
        return NULL;
    }
    if (n == 1) {
        return last;
    }
    PyObject *first = PyList_GET_ITEM(list, 0);
    PyList_SET_ITEM(list, 0, last);
    return first;
}

int
pop(PyObject *list, PyObject *target)
{
    PyObject *object = popped(list);
    if (object == NULL) {
        return -1;
    }
    int result = PyObject_SetAttrString(target, "last", object);
    Py_DECREF(object);
    return result;
}

/* A number tells who owns it. */
static PyObject *
told(PyObject *object, int *out_is_new)
{
    *out_is_new = !PyUnicode_Check(object);
    return *out_is_new ? PyObject_Str(object) : object;
}

PyObject *
told_again(PyObject *object, int *out_is_new)
{
    return told(object, out_is_new);
}

/* What it makes belongs to the state afterwards. */
static PyObject *
made_once(struct spam_state *state)
{
    if (state->yes == NULL) {
        state->yes = PyUnicode_FromString("yes");
    }
    return state->yes;
}

int
write_made(struct spam_state *state, PyObject *target)
{
    PyObject *made = made_once(state);
    if (made == NULL) {
        return -1;
    }
    Py_INCREF(made);
    int result = PyObject_SetAttrString(target, "made", made);
    Py_DECREF(made);
    return result;
}

void
release(struct spam_state *state)
{
    Py_CLEAR(state->null);
    Py_CLEAR(state->yes);
}
