/* Functions of the module return what others own, and one what it was given. */
#include <Python.h>

struct box_record {
    int n;
    PyObject *value;
};

static PyObject *
first(PyObject *list)
{
    return PyList_GET_SIZE(list) > 0 ? PyList_GET_ITEM(list, 0) : NULL;
}

static PyObject *
checked(PyObject *object)
{
    if (object == Py_None) {
        return NULL;
    }
    return object;
}

typedef struct {
    struct box_record box;
    PyObject *slots[2];
    PyObject *latest;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_box(PyObject *module, PyObject *list)
{
    spam_state *state = get_spam_state(module);
    PyObject *value = first(list);
    if (value == NULL) {
        Py_RETURN_NONE;
    }
    Py_XINCREF(value);
    Py_XSETREF(state->box.value, value);
    state->box.n++;
    return PyLong_FromLong(state->box.n);
}

static PyObject *
spam_slot(PyObject *module, PyObject *list)
{
    spam_state *state = get_spam_state(module);
    {
        PyObject *old = state->slots[1];
        state->slots[1] = first(list);
        Py_XINCREF(state->slots[1]);
        Py_XDECREF(old);
    }
    return PyBool_FromLong(state->slots[1] != NULL);
}

static PyObject *
spam_latest(PyObject *module, PyObject *list)
{
    spam_state *state = get_spam_state(module);
    {
        PyObject *old = state->latest;
        state->latest = checked(PyList_GET_ITEM(list, 0));
        Py_XINCREF(state->latest);
        Py_XDECREF(old);
    }
    return PyBool_FromLong(state->latest != NULL);
}

static PyMethodDef methods[] = {
    {"box", spam_box, METH_O, NULL},
    {"slot", spam_slot, METH_O, NULL},
    {"latest", spam_latest, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->box.value);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->slots); i++) {
        Py_VISIT(state->slots[i]);
    }
    Py_VISIT(state->latest);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->box.value);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->slots); i++) {
        Py_CLEAR(state->slots[i]);
    }
    Py_CLEAR(state->latest);
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

static struct PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam);
}
