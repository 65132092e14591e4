/* The static stays, a function lends what it has to a field of the module's own state, which gives
 * it up, and the module's dictionary got the only reference: it needs another. */
#include <Python.h>

static PyObject *SpamError;

struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static void
report(void)
{
    if (SpamError != NULL) {
        fprintf(stderr, "%p is gone\n", (void *)SpamError);
    }
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(SpamError, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
module_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
}

static void
spam_free(void *module)
{
    (void)module_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

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

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(struct module_state),
    methods,
    spam_slots,
    module_traverse,
    module_clear,
    spam_free,
};

static PyObject *
make_error(PyObject *module)
{
    char *name = malloc(32);
    SpamError = NULL;
    if (name) {
        snprintf(name, 32, "%s.%s", "spam", "Error");
        SpamError = PyErr_NewException(name, NULL, NULL);
        if (SpamError)
            PyModule_AddObject(module, "Error",
                               (Py_XINCREF(SpamError), SpamError));
        free(name);
    }
    return SpamError;
}

static int
spam_exec(PyObject *module)
{
    struct module_state *st = GETSTATE(module);
    st->error = make_error(module);
    if (st->error == NULL) {
        return -1;
    }
    if (Py_AtExit(report) < 0) {
        return -1;
    }
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&moduledef);
}
