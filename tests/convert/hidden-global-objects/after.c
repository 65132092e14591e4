/* Objects without `static` in a branch that is not compiled live as long, too. */
#include <Python.h>

#ifdef HAVE_EXTRA
PyObject *extra_name;
extern PyObject *of_another_file;
PyObject *make_extra(const char *text);
struct extra {
    PyObject *item;
};
#endif

typedef struct {
    PyObject *name;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
intern_names(spam_state *state)
{
#ifdef HAVE_EXTRA
    PyObject *text = PyUnicode_InternFromString("extra");
    if (text == NULL) {
        return -1;
    }
    extra_name = text;
#endif
    state->name = PyUnicode_InternFromString("name");
    return state->name == NULL ? -1 : 0;
}

static PyObject *
get_name(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    return Py_NewRef(state->name);
}

static PyMethodDef spam_methods[] = {
    {"get_name", get_name, METH_NOARGS, NULL},
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
    if (intern_names(state) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
