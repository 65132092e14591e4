/* Data that another configuration has of its own is shared by its interpreters. */
#include <Python.h>

#ifdef HAVE_COUNTER
static int counter;
static const char names[] = "abc";

static PyObject *
count(PyObject *self, PyObject *Py_UNUSED(args))
{
    counter++;
    return PyLong_FromLong(counter + names[0]);
}
#endif

#ifdef HAVE_TABLE /* is only read */
static const int table[] = {1, 2, 3};
#endif

#if PY_VERSION_HEX < 0x030A0000 /* older than the headers */
static int old = 1;
#endif

typedef struct {
    PyObject *seen;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
see(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    if (PyList_Append(state->seen, arg) < 0) {
        return NULL;
    }
#ifdef HAVE_LIMIT
    static Py_ssize_t limit;
    if (limit < 100) {
        limit++;
    }
#endif
    return PyLong_FromSsize_t(PyList_GET_SIZE(state->seen));
}

static PyMethodDef spam_methods[] = {
#ifdef HAVE_COUNTER
    {"count", count, METH_NOARGS, NULL},
#endif
    {"see", see, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->seen);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->seen);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
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

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->seen = PyList_New(0);
    if (state->seen == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
