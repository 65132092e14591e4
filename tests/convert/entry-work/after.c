#include <Python.h>

typedef struct {
    PyObject *hooks;
    int n_calls;
    /* Interned once. */
    PyObject *str_name;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
define_strings(spam_state *rec)
{
    if (rec->str_name == NULL) {
        rec->str_name = PyUnicode_InternFromString("__name__");
    }
    return rec->str_name == NULL ? -1 : 0;
}

static PyObject *
name_of(PyObject *module, PyObject *object)
{
    spam_state *rec = get_spam_state(module);
    return PyObject_GetAttr(object, rec->str_name);
}

static PyMethodDef spam_methods[] = {
    {"name_of", name_of, METH_O, "The name."},
    {NULL, NULL, 0, NULL},
};

/* Sets the state up, so it is called once. */
static spam_state *
spam_state_init(PyObject *module)
{
    spam_state *rec = (spam_state *)PyModule_GetState(module);
    rec->hooks = NULL;
    rec->n_calls = 0;
    return rec;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *rec = (spam_state *)PyModule_GetState(module);
    Py_VISIT(rec->hooks);
    Py_VISIT(rec->str_name);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *rec = (spam_state *)PyModule_GetState(module);
    Py_CLEAR(rec->hooks);
    Py_CLEAR(rec->str_name);
    return 0;
}

static int
spam_exec(PyObject *module)
{
    spam_state *rec = spam_state_init(module);
    /* Before any module there is. */
    if (define_strings(rec) < 0) {
        return -1;
    }

    rec->hooks = PyList_New(0);
    return rec->hooks == NULL ? -1 : 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
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
