/* The object comes out of a tuple of arguments, the state goes through a struct. */
#include "../module.h"

typedef struct {
    long limit;
} spam_state;

struct place {
    PyObject *object;
    spam_state *state;
};

extern struct PyModuleDef definition;

static PyObject *
Spam_first(PyObject *self, PyObject *args)
{
    PyObject *other = PyTuple_GET_ITEM(args, 0);
    spam_state *state = PyType_GetModuleState(Py_TYPE(other));  // want: access-lookup-unchecked
    return PyLong_FromLong(state->limit);
}

static PyObject *
Spam_parsed(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"other", "n", NULL};
    PyObject *other;
    int n = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|i", names, &other, &n)) {
        return NULL;
    }
    struct place place = {
        other,
        PyType_GetModuleState(Py_TYPE(other)),  // want: access-lookup-unchecked
    };
    return PyLong_FromLong(place.state->limit + n);
}

static PyObject *
Spam_fast(PyObject *self, PyObject *const *args, Py_ssize_t n_args)
{
    struct place place;
    if (n_args == 0) {
        return PyErr_Format(PyExc_TypeError, "an argument is missing");
    }
    place.object = args[0];
    place.state =
        PyType_GetModuleState(Py_TYPE(args[0]));  // want: access-lookup-unchecked
    return PyLong_FromLong(place.state->limit);
}

static PyObject *
Spam_take(PyObject *self, PyObject *other)
{
    struct place place = {
        .state = PyType_GetModuleState(Py_TYPE(other)),  // want: access-lookup-unchecked
        .object = other,
    };
    return PyLong_FromLong(place.state->limit);
}

static PyMethodDef methods[] = {
    {"first", Spam_first, METH_VARARGS, NULL},
    {"parsed", (PyCFunction)(void (*)(void))Spam_parsed, METH_VARARGS | METH_KEYWORDS,
     NULL},
    {"fast", (PyCFunction)(void (*)(void))Spam_fast, METH_FASTCALL, NULL},
    {"take", Spam_take, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot type_slots[] = {{Py_tp_methods, methods}, {0, NULL}};
PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    type_slots,
};
