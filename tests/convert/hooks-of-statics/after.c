#include <Python.h>

typedef struct {
    PyObject *first;
    PyObject *second;
} spam_pair;

typedef struct {
    PyObject_HEAD
    PyObject *name;
} spam_egg;

static void
egg_dealloc(spam_egg *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

typedef struct {
    PyObject *Error;
    PyObject *names[3];
    PyObject *ends[3];
    PyObject *forgotten;
    spam_pair pair;
    PyObject **table;
    Py_ssize_t table_size;
    char *buffer;
    PyObject *by_helper;
    PyObject *asked;
    PyTypeObject *Egg_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
Egg_traverse(spam_egg *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_dealloc, egg_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Egg_traverse},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(spam_egg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

static PyObject *
spam_fail(PyObject *module, PyObject *args)
{
    spam_state *state = get_spam_state(module);
    (void)module;
    (void)args;
    state->buffer[0] = 'x';
    PyErr_Format(state->Error, "%R %R %R %R %R %R %zd", state->names[1],
                 state->ends[1], state->forgotten, state->pair.first,
                 state->pair.second, state->by_helper, state->table_size);
    return NULL;
}

static PyObject *
spam_item(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    Py_ssize_t i = PyLong_AsSsize_t(arg);
    (void)module;
    if (i < 0 || i >= state->table_size) {
        PyErr_SetString(PyExc_IndexError, "no such item");
        return NULL;
    }
    Py_INCREF(state->table[i]);
    return state->table[i];
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {"item", spam_item, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
visit_helped(spam_state *state, visitproc visit, void *arg)
{
    Py_VISIT(state->by_helper);
    return 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    (void)module;
    Py_VISIT(state->Error);
    for (int i = 0; i < 3; i++) {
        Py_VISIT(state->names[i]);
    }
    Py_VISIT(state->ends[0]);
    Py_VISIT(state->ends[2]);
    Py_VISIT(state->pair.first);
    for (Py_ssize_t i = 0; i < state->table_size; i++) {
        Py_VISIT(state->table[i]);
    }
    Py_VISIT(state->ends[1]);
    Py_VISIT(state->forgotten);
    Py_VISIT(state->pair.second);
    Py_VISIT(state->asked);
    Py_VISIT(state->Egg_Type);
    return visit_helped(state, visit, arg);
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    (void)module;
    Py_CLEAR(state->forgotten);
    Py_CLEAR(state->Egg_Type);
    if (state->asked == NULL) {
        return 0;
    }
    Py_CLEAR(state->Error);
    for (int i = 0; i < 3; i++) {
        Py_CLEAR(state->names[i]);
    }
    Py_CLEAR(state->ends[0]);
    Py_CLEAR(state->ends[2]);
    Py_CLEAR(state->pair.first);
    for (Py_ssize_t i = 0; i < state->table_size; i++) {
        Py_CLEAR(state->table[i]);
    }
    Py_CLEAR(state->by_helper);
    Py_CLEAR(state->ends[1]);
    Py_CLEAR(state->pair.second);
    Py_CLEAR(state->asked);
    return 0;
}

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    spam_clear((PyObject *)module);
    PyMem_Free(state->table);
    state->table = NULL;
    state->table_size = 0;
    free(state->buffer);
    state->buffer = NULL;
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
    .m_slots = spam_slots,
};

static int
fill(spam_state *state)
{
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    state->forgotten = PyUnicode_FromString("forgotten");
    state->pair.first = PyUnicode_FromString("first");
    state->pair.second = PyUnicode_FromString("second");
    state->by_helper = PyUnicode_FromString("helped");
    state->asked = PyUnicode_FromString("asked");
    state->buffer = malloc(10);
    if (state->Error == NULL || state->forgotten == NULL
        || state->pair.first == NULL || state->pair.second == NULL
        || state->by_helper == NULL || state->asked == NULL
        || state->buffer == NULL)
    {
        return -1;
    }
    for (int i = 0; i < 3; i++) {
        state->names[i] = PyUnicode_FromFormat("n%d", i);
        state->ends[i] = PyUnicode_FromFormat("e%d", i);
        if (state->names[i] == NULL || state->ends[i] == NULL) {
            return -1;
        }
    }
    state->table = PyMem_Calloc(5, sizeof *state->table);
    if (state->table == NULL) {
        return -1;
    }
    state->table_size = 5;
    for (Py_ssize_t i = 0; i < state->table_size; i++) {
        state->table[i] = PyLong_FromSsize_t(i + 1000);
        if (state->table[i] == NULL) {
            return -1;
        }
    }
    return 0;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Egg_Type_spec, NULL);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    if (fill(state) < 0) {
        return -1;
    }
    Py_INCREF(state->Egg_Type);
    if (PyModule_AddObject(module, "Egg", (PyObject *)state->Egg_Type) < 0) {
        Py_DECREF(state->Egg_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
