/* What has its own reference elsewhere is put where it is released, too. */
#include "../module.h"

typedef struct {
    PyObject *error;
    PyTypeObject *kind;
} spam_state;

typedef struct {
    PyObject_HEAD
    PyObject *error;
    PyObject *name;
} SpamObject;

static PyModuleDef definition;

static void
spam_dealloc(SpamObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_CLEAR(self->error);
    Py_CLEAR(self->name);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
make(PyObject *module, PyObject *type)
{
    spam_state *state = PyModule_GetState(module);
    SpamObject *self = (SpamObject *)PyType_GenericAlloc((PyTypeObject *)type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->error = (state->error);  // want: lifetime-borrowed-stored
    self->name = PyUnicode_FromString("spam");
    if (self->name == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
load(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *pattern = PyDict_New();
    if (pattern == NULL) {
        return -1;
    }
    state->kind = Py_TYPE(pattern);  // want: lifetime-borrowed-stored
    Py_DECREF(pattern);
    return 0;
}

static PyObject *
is_kind(PyObject *module, PyObject *object)
{
    spam_state *state = PyModule_GetState(module);
    return PyBool_FromLong(PyObject_TypeCheck(object, state->kind));
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->error = PyErr_NewException("spam.error", NULL, NULL);
    return state->error == NULL ? -1 : load(module);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    Py_VISIT(state->kind);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->kind);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyType_Slot type_slots[] = {{Py_tp_dealloc, spam_dealloc}, {0, NULL}};
PyType_Spec spec = {  // want-note: gc-flag-missing
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    type_slots,
};

static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {"is_kind", is_kind, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
