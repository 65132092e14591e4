/* The number that a thread without the module counts up stays, and each interpreter would see
 * what the others do: they are not supported, although nothing needs an opt-out. */
#include <Python.h>
#include <pthread.h>

static int finished = 0;

static void *
work(void *data)
{
    (void)data;
    finished++;
    return NULL;
}

typedef struct {
    PyObject *name;
    int has_name;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
get_name(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    if (!state->has_name) {
        state->name = PyUnicode_InternFromString("name");
        if (state->name == NULL) {
            return NULL;
        }
        state->has_name = 1;
    }
    Py_INCREF(state->name);
    return state->name;
}

static PyObject *
run(PyObject *self, PyObject *unused)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        PyErr_SetString(PyExc_RuntimeError, "no thread");
        return NULL;
    }
    pthread_join(thread, NULL);
    return PyLong_FromLong(finished);
}

static PyMethodDef spam_methods[] = {
    {"get_name", get_name, METH_NOARGS, NULL},
    {"run", run, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->name);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->name);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
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
