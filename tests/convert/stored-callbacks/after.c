/* Callables for a library's table of callbacks, which its threads call: one cause, and nothing
 * to be said of the GIL of other interpreters, as there are none. */
#include <Python.h>

struct library_operations {
    int (*read)(int n);
    int (*write)(int n);
    int (*close)(int n);
};

int library_main(const struct library_operations *operations);

static PyObject *on_read, *on_write, *on_close;

static int
call(PyObject *callable, int n)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *result = PyObject_CallFunction(callable, "i", n);
    if (result == NULL) {
        PyErr_Print();
    }
    Py_XDECREF(result);
    PyGILState_Release(gil);
    return n;
}

static int
do_read(int n)
{
    return call(on_read, n);
}

static int
do_write(int n)
{
    return call(on_write, n);
}

static int
do_close(int n)
{
    return call(on_close, n);
}

typedef struct {
    PyObject *Error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_main(PyObject *module, PyObject *args)
{
    struct library_operations operations;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO", &on_read, &on_write, &on_close)) {
        return NULL;
    }
    Py_INCREF(on_read);
    Py_INCREF(on_write);
    Py_INCREF(on_close);
    operations.read = do_read;
    operations.write = do_write;
    operations.close = do_close;
    if (library_main(&operations) < 0) {
        spam_state *state = get_spam_state(module);
        PyErr_SetString(state->Error, "failed");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"main", spam_main, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
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
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->Error == NULL
        || PyModule_AddObjectRef(m, "Error", state->Error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
