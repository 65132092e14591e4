#include <Python.h>

/* Interned once. */
static PyObject *str_name = NULL;

static int
define_strings(void)
{
    if (str_name == NULL) {
        str_name = PyUnicode_InternFromString("__name__");
    }
    return str_name == NULL ? -1 : 0;
}

static PyObject *
name_of(PyObject *module, PyObject *object)
{
    return PyObject_GetAttr(object, str_name);
}

static PyMethodDef spam_methods[] = {
    {"name_of", name_of, METH_O, "The name."},
    {NULL, NULL, 0, NULL},
};

typedef struct {
    PyObject *hooks;
    int n_calls;
} spam_state;

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
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *rec = (spam_state *)PyModule_GetState(module);
    Py_CLEAR(rec->hooks);
    return 0;
}

static int
spam_exec(PyObject *module)
{
    spam_state *rec = spam_state_init(module);

    rec->hooks = PyList_New(0);
    return rec->hooks == NULL ? -1 : 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
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
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (define_strings() == 0) {
        return PyModuleDef_Init(&spam_module);
    }
    PyErr_Clear();
    return PyModuleDef_Init(&spam_module);
}
