#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *name;
    PyObject *value;
} spam;

struct pair {
    PyObject *first;
    PyObject *second;
};

struct state {
    PyObject *error;
    struct pair pair;
};

static struct state *
get_state(PyObject *module)
{
    return (struct state *)PyModule_GetState(module);
}

static int
spam_traverse(spam *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

/* What its base has visited is visited again. */
static int
sub_traverse(PyObject *self, visitproc visit, void *arg)  // want: gc-visited-twice
{
    spam *own = (spam *)self;
    Py_VISIT(own->value);
    Py_VISIT(own->name);
    return spam_traverse((spam *)self, visit, arg);
}

static PyType_Slot sub_slots[] = {{Py_tp_traverse, sub_traverse}, {0, NULL}};

PyType_Spec Sub_spec = {  // want: change-pickle
    "spam.Sub", sizeof(spam), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, sub_slots,
};

/* By two ways to the state. */
static int
module_traverse(PyObject *module, visitproc visit, void *arg)  // want: gc-visited-twice
{
    struct state *state = get_state(module);
    Py_VISIT(state->error);
    Py_VISIT(state->pair.first);
    Py_VISIT(state->pair.second);
    Py_VISIT(((struct state *)PyModule_GetState(module))->pair.first);
    return 0;
}

static int
module_clear(PyObject *module)
{
    Py_CLEAR(get_state(module)->error);
    Py_CLEAR(get_state(module)->pair.first);
    Py_CLEAR(get_state(module)->pair.second);
    return 0;
}

static void
module_free(void *module)
{
    (void)module_clear((PyObject *)module);
}

static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
