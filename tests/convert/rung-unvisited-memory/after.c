/* One type stays, as it never frees its instances.  The memory whose objects nothing visits
 * moves all the same, which is told. */
#include <Python.h>

static PyObject *BadError;

typedef struct {
    PyObject_HEAD
    int size;
} Thing;

static PyObject *
base_size(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(((Thing *)self)->size);
}

static PyMethodDef base_methods[] = {
    {"size", base_size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Base_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Base",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = base_methods,
    .tp_new = PyType_GenericNew,
};

static void
bad_dealloc(PyObject *self)
{
    Py_CLEAR(BadError);
}

static PyObject *
bad_fail(PyObject *self, PyObject *ignored)
{
    PyErr_SetString(BadError, "bad");
    return NULL;
}

static PyMethodDef bad_methods[] = {
    {"fail", bad_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Bad_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Bad",
    .tp_basicsize = sizeof(Thing),
    .tp_base = &Base_Type,
    .tp_dealloc = bad_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = bad_methods,
    .tp_new = PyType_GenericNew,
};

struct entry {
    PyObject *key;
    long count;
};

typedef struct {
    struct entry *entries;
    size_t n_entries;
    size_t room;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_count(PyObject *self, PyObject *key)
{
    spam_state *state = get_spam_state(self);
    for (size_t i = 0; i < state->n_entries; i++) {
        if (state->entries[i].key == key) {
            return PyLong_FromLong(++state->entries[i].count);
        }
    }
    if (state->n_entries == state->room) {
        struct entry *grown = PyMem_Realloc(
            state->entries, (state->room + 8) * sizeof(struct entry));
        if (grown == NULL) {
            return PyErr_NoMemory();
        }
        state->entries = grown;
        state->room += 8;
    }
    Py_INCREF(key);
    state->entries[state->n_entries].key = key;
    state->entries[state->n_entries].count = 1;
    state->n_entries++;
    return PyLong_FromLong(1);
}

static PyMethodDef methods[] = {
    {"count", spam_count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *m);

/* Static variables outlive the module object that filled them, and its
 * interpreter: no other can have them. */
static int spam_loaded;
#ifdef Py_GIL_DISABLED
static PyMutex spam_once_mutex;
#define SPAM_LOCK_LOADED() PyMutex_Lock(&spam_once_mutex)
#define SPAM_UNLOCK_LOADED() PyMutex_Unlock(&spam_once_mutex)
#else /* protected by the GIL */
#define SPAM_LOCK_LOADED()
#define SPAM_UNLOCK_LOADED()
#endif

static int
spam_exec_once(PyObject *module)
{
    SPAM_LOCK_LOADED();
    if (spam_loaded != 0) {
        SPAM_UNLOCK_LOADED();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    spam_loaded = 1;
    SPAM_UNLOCK_LOADED();
    if (spam_exec(module) < 0) {
        SPAM_LOCK_LOADED();
        spam_loaded = 0;
        SPAM_UNLOCK_LOADED();
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec_once},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    /* All interpreters share the static variables. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *Py_UNUSED(m))
{
    BadError = PyErr_NewException("spam.BadError", NULL, NULL);
    if (BadError == NULL || PyType_Ready(&Base_Type) < 0 || PyType_Ready(&Bad_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
