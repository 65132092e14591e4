/* Lists of objects in allocated memory.  What only a function of the module releases stays
 * where nobody calls it; what an instance releases when it goes does not. */
#include <Python.h>

struct node {
    PyObject *object;
    struct node *next;
};

struct owned {
    PyObject *object;
    struct owned *next;
};

typedef struct {
    struct node *nodes;
    struct owned *all_owned;
} spam_module_state;

static inline spam_module_state *
get_spam_module_state(PyObject *module)
{
    return (spam_module_state *)PyModule_GetState(module);
}

static void
drop_nodes(spam_module_state *state)
{
    while (state->nodes != NULL) {
        struct node *first = state->nodes;
        state->nodes = first->next;
        Py_DECREF(first->object);
        free(first);
    }
}

static PyObject *
spam_add(PyObject *self, PyObject *object)
{
    spam_module_state *state = get_spam_module_state(self);
    struct node *first = malloc(sizeof(struct node));
    if (first == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(object);
    first->object = object;
    first->next = state->nodes;
    state->nodes = first;
    Py_RETURN_NONE;
}

static PyObject *
spam_clear(PyObject *self, PyObject *unused)
{
    spam_module_state *state = get_spam_module_state(self);
    drop_nodes(state);
    Py_RETURN_NONE;
}

static PyObject *
spam_own(PyObject *self, PyObject *object)
{
    spam_module_state *state = get_spam_module_state(self);
    struct owned *first = malloc(sizeof(struct owned));
    if (first == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(object);
    first->object = object;
    first->next = state->all_owned;
    state->all_owned = first;
    Py_RETURN_NONE;
}

static void
drop_owned(void *unused)
{
    spam_module_state *state = get_spam_module_state((PyObject *)unused);
    while (state->all_owned != NULL) {
        struct owned *first = state->all_owned;
        state->all_owned = first->next;
        Py_DECREF(first->object);
        free(first);
    }
}

static PyMethodDef methods[] = {
    {"add", spam_add, METH_O, NULL},
    {"clear", spam_clear, METH_NOARGS, NULL},
    {"own", spam_own, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_module_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_module_state), methods, spam_module_slots, NULL, NULL, drop_owned,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
