/* A table that is written through a local pointer only moves; one that is read so stays. */
#include <Python.h>
#include <string.h>

struct operation {
    const char *name;
    long (*apply)(long);
    int uses;
};

static long
twice(long x)
{
    return 2 * x;
}

static struct operation fixed[] = {{"double", twice, 0}, {NULL, NULL, 0}};

typedef struct {
    struct operation counted[2];
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_choose(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    const char *name = PyUnicode_AsUTF8(arg);
    struct operation *operation;
    if (name == NULL) {
        return NULL;
    }
    for (operation = state->counted; operation->name != NULL; operation++) {
        operation->uses++;
    }
    for (operation = fixed; operation->name != NULL; operation++) {
        if (strcmp(operation->name, name) == 0) {
            Py_RETURN_FALSE;
        }
    }
    Py_RETURN_TRUE;
}

static PyMethodDef methods[] = {
    {"choose", spam_choose, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->counted[0].name = "double";
    state->counted[0].apply = twice;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
