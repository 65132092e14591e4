/* One exception is needed where no module can be had; the counter and the cache move. */
#include <Python.h>
#include <stdlib.h>

static PyObject *SpamError;

static int
by_size(const void *a, const void *b)
{
    PyErr_SetString(SpamError, "size");
    return a < b;
}

static PyObject *
sort(PyObject *module, PyObject *ignored)
{
    int numbers[2] = {2, 1};
    qsort(numbers, 2, sizeof(int), by_size);
    return NULL;
}

typedef struct {
    PyObject *cache;
    int calls;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
remember(PyObject *module, PyObject *object)
{
    spam_state *state = get_spam_state(module);
    if (state->cache == NULL) {
        state->cache = PyList_New(0);
        if (state->cache == NULL) {
            return NULL;
        }
    }
    state->calls++;
    if (PyList_Append(state->cache, object) < 0) {
        return NULL;
    }
    return PyLong_FromLong(state->calls);
}

static PyMethodDef spam_methods[] = {
    {"sort", sort, METH_NOARGS, NULL},
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->cache);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
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
spam_exec(PyObject *module)
{
    SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (PyModule_AddObjectRef(module, "SpamError", SpamError) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
