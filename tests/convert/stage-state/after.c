#include <Python.h>

typedef struct {
    PyObject_HEAD
    long size;
} CrateObject;

static PyTypeObject Crate_Type;

/* Raised by functions and methods alike. */
static PyObject *CrateError;
static long n_crates = 1;

typedef struct {
    /* Only functions of the module raise this one. */
    PyObject *EmptyError;
    long n_calls;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
refuse(long size)
{
    return PyErr_Format(CrateError, "%ld is too much", size);
}

static PyObject *
Crate_grow(CrateObject *self, PyObject *Py_UNUSED(ignored))
{
    n_crates++;
    if (self->size > 8) {
        return refuse(self->size);
    }
    self->size++;
    Py_RETURN_NONE;
}

static PyMethodDef Crate_methods[] = {
    {"grow", (PyCFunction)Crate_grow, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Crate",
    .tp_basicsize = sizeof(CrateObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_methods = Crate_methods,
};

static PyObject *
spam_open(PyObject *self, PyObject *crate)
{
    spam_state *state = get_spam_state(self);
    state->n_calls++;
    if (!PyObject_TypeCheck(crate, &Crate_Type)) {
        PyErr_SetString(PyExc_TypeError, "not a crate");
        return NULL;
    }
    if (((CrateObject *)crate)->size == 0) {
        PyErr_SetNone(state->EmptyError);
        return NULL;
    }
    return PyLong_FromLong(state->n_calls);
}

static PyMethodDef methods[] = {
    {"open", spam_open, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->EmptyError);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->EmptyError);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

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
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
add_errors(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    CrateError = PyErr_NewException("spam.CrateError", NULL, NULL);
    state->EmptyError = PyErr_NewException("spam.EmptyError", NULL, NULL);
    if (CrateError == NULL || state->EmptyError == NULL) {
        return -1;
    }
    Py_INCREF(CrateError);
    if (PyModule_AddObject(m, "CrateError", CrateError) < 0) {
        Py_DECREF(CrateError);
        return -1;
    }
    Py_INCREF(state->EmptyError);
    if (PyModule_AddObject(m, "EmptyError", state->EmptyError) < 0) {
        Py_DECREF(state->EmptyError);
        return -1;
    }
    return 0;
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->n_calls = 2;
    if (PyType_Ready(&Crate_Type) < 0 || add_errors(m) < 0) {
        return -1;
    }
    Py_INCREF(&Crate_Type);
    if (PyModule_AddObject(m, "Crate", (PyObject *)&Crate_Type) < 0) {
        Py_DECREF(&Crate_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
