#include <Python.h>

/* A library that another module passes in a capsule: its functions make objects over tables. */
typedef void (*loop)(char **args, const long *dimensions, const long *steps, void *data);
#define new_operation                                                                          \
    (*(PyObject * (*)(loop *, void *const *, const char *, int, const char *)) state->library[1])

static void
add(char **args, const long *dimensions, const long *steps, void *data)
{
}

static loop add_loops[] = {add};
static void *add_data[] = {(void *)NULL};
static char add_types[] = {1, 1, 1};
static void *none_data[1];

typedef struct {
    void **library;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
fill(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    PyObject *operation = new_operation(add_loops, add_data, add_types, 1, "add");
    PyObject *other = new_operation(add_loops, none_data, add_types, 1, "add");
    if (operation == NULL || PyModule_AddObjectRef(module, "add", operation) < 0
        || other == NULL || PyModule_AddObjectRef(module, "other", other) < 0) {
        return -1;
    }
    Py_DECREF(operation);
    Py_DECREF(other);
    return 0;
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), NULL,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->library = PyCapsule_Import("numbers.library", 0);
    if (state->library == NULL || fill(m) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
