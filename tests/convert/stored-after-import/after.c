/* Borrowed references that are stored when functions run, again and again; and references that
 * go from one variable to another. */
#include <Python.h>

struct best_record {
    PyObject *key, *value;
};

typedef struct {
    PyObject *memo;
    PyObject *latest;
    PyObject *known;
    PyObject *found;
    PyObject *last;
    PyObject *previous;
    PyObject *left;
    PyObject *right;
    PyObject *current;
    PyObject *packed;
    struct best_record best;
    struct best_record saved;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
remember(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyObject *second;

    if (PyTuple_GET_SIZE(args) < 2) {
        Py_CLEAR(state->memo);
        Py_RETURN_NONE;
    }
    second = PyTuple_GetItem(args, 1);
    {
        PyObject *old = state->memo;
        state->memo = PyTuple_GetItem(args, 0);
        Py_XINCREF(state->memo);
        Py_XDECREF(old);
    }
    if (second != Py_None) {
        Py_XINCREF(second);
        Py_XSETREF(state->latest, second);
    }
    Py_RETURN_NONE;
}

static PyObject *
memory(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    return Py_BuildValue("OO", state->memo != NULL ? state->memo : Py_None,
                         state->latest != NULL ? state->latest : Py_None);
}

static PyObject *
find(PyObject *self, PyObject *mapping)
{
    spam_state *state = get_spam_state(self);
    if (state->known == NULL) {
        state->known = PyDict_GetItemString(mapping, "known");
        Py_XINCREF(state->known);
    }
    {
        PyObject *old = state->found;
        state->found = PyDict_GetItemString(mapping, "found");
        Py_XINCREF(state->found);
        Py_XDECREF(old);
    }
    if (state->found != NULL) {
        Py_INCREF(state->found);
        return state->found;
    }
    Py_XINCREF(state->known);
    return state->known;
}

static PyObject *
shift(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    Py_XDECREF(state->previous);
    state->previous = state->last;
    Py_INCREF(value);
    state->last = value;
    Py_RETURN_NONE;
}

static PyObject *
fill(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyObject *one, *two;

    if (!PyArg_ParseTuple(args, "OO:fill", &one, &two)) {
        return NULL;
    }
    Py_INCREF(one);
    Py_XDECREF(state->left);
    state->left = one;
    Py_INCREF(two);
    Py_XDECREF(state->right);
    state->right = two;
    Py_RETURN_NONE;
}

static PyObject *
swap(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    PyObject *other = state->left;
    state->left = state->right;
    state->right = other;
    Py_RETURN_NONE;
}

static PyObject *
rate(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    Py_XDECREF(state->saved.key);
    Py_XDECREF(state->saved.value);
    state->saved.key = state->best.key;
    state->saved.value = state->best.value;
    state->best.key = state->best.value = NULL;
    Py_XDECREF(state->best.key);
    state->best.key = state->last;
    state->last = NULL;
    Py_RETURN_NONE;
}

static PyObject *
with_current(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyObject *outer = state->current, *result;

    if (PyTuple_GET_SIZE(args) != 2) {
        PyErr_SetString(PyExc_TypeError, "two arguments, please");
        return NULL;
    }
    state->current = PyTuple_GET_ITEM(args, 0);
    Py_XINCREF(state->current);
    result = PyObject_CallObject(PyTuple_GET_ITEM(args, 1), NULL);
    Py_XSETREF(state->current, outer);
    return result;
}

static PyObject *
get_current(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    if (state->current == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(state->current);
    return state->current;
}

/* The tuple takes one of two references over. */
static PyObject *
pack(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    PyObject *tuple = PyTuple_New(1), *item;

    if (tuple == NULL) {
        return NULL;
    }
    item = PyList_New(0);
    if (item == NULL) {
        Py_DECREF(tuple);
        return NULL;
    }
    Py_XDECREF(state->packed);
    state->packed = item;
    Py_INCREF(item);
    PyTuple_SET_ITEM(tuple, 0, item);
    return tuple;
}

static PyMethodDef spam_methods[] = {
    {"remember", remember, METH_VARARGS, NULL},
    {"memory", memory, METH_NOARGS, NULL},
    {"find", find, METH_O, NULL},
    {"shift", shift, METH_O, NULL},
    {"fill", fill, METH_VARARGS, NULL},
    {"swap", swap, METH_NOARGS, NULL},
    {"rate", rate, METH_NOARGS, NULL},
    {"with_current", with_current, METH_VARARGS, NULL},
    {"get_current", get_current, METH_NOARGS, NULL},
    {"pack", pack, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->memo);
    Py_VISIT(state->latest);
    Py_VISIT(state->known);
    Py_VISIT(state->found);
    Py_VISIT(state->last);
    Py_VISIT(state->previous);
    Py_VISIT(state->left);
    Py_VISIT(state->right);
    Py_VISIT(state->current);
    Py_VISIT(state->packed);
    Py_VISIT(state->best.key);
    Py_VISIT(state->best.value);
    Py_VISIT(state->saved.key);
    Py_VISIT(state->saved.value);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->memo);
    Py_CLEAR(state->latest);
    Py_CLEAR(state->known);
    Py_CLEAR(state->found);
    Py_CLEAR(state->last);
    Py_CLEAR(state->previous);
    Py_CLEAR(state->left);
    Py_CLEAR(state->right);
    Py_CLEAR(state->current);
    Py_CLEAR(state->packed);
    Py_CLEAR(state->best.key);
    Py_CLEAR(state->best.value);
    Py_CLEAR(state->saved.key);
    Py_CLEAR(state->saved.value);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
