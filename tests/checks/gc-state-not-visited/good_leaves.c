/* Strings, numbers and tuples of them lead to no other object; what another struct owns is
 * not the state's to visit or to release. */
#include "../module.h"

struct shared {
    PyObject *handler;
};

typedef struct {
    PyObject *error;
    PyObject *name;
    PyObject *pair;
    PyObject *names[3];
    PyObject *absolute;
    PyObject *handler; /* borrowed */
} spam_state;

extern struct shared *find_shared(void);

static spam_state *
get_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (spam_state *)state;
}

#define ADD_NAME(i, text)                                                              \
    do {                                                                               \
        PyObject *tmp = PyUnicode_InternFromString(text);                              \
        if (tmp == NULL) {                                                             \
            return -1;                                                                 \
        }                                                                              \
        state->names[i] = tmp;                                                         \
    } while (0)

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_state(module);
    state->error = PyErr_NewException("spam.error", NULL, NULL);
    state->name = PyUnicode_FromString("spam");
    state->pair = PyTuple_Pack(2, PyLong_FromLong(1), PyFloat_FromDouble(2));  // want: lifetime-reference-leaked
    PyObject *number = (PyObject *)&PyLong_Type;
    state->absolute = PyObject_GetAttrString(number, "__abs__");
    state->handler = find_shared()->handler;
    ADD_NAME(0, "first");
    ADD_NAME(1, "second");
    return state->error == NULL || state->name == NULL || state->pair == NULL
                   || state->absolute == NULL
               ? -1
               : 0;
}

PyObject *
spam_use(PyObject *module, PyObject *other)
{
    spam_state *state = get_state(module);
    PyObject *all[] = {state->error, state->name, state->pair, state->absolute};
    return PyObject_RichCompare(state->handler, all[other == NULL], Py_EQ);
}

void
spam_set(PyObject *handler)
{
    Py_XSETREF(find_shared()->handler, Py_NewRef(handler));
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(get_state(module)->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_state(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->name);
    Py_CLEAR(state->pair);
    Py_CLEAR(state->absolute);
    for (int i = 0; i < 3; i++) {
        Py_CLEAR(state->names[i]);
    }
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear(module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL},
};
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
