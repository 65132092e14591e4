/* The memory for the end of the process stays static, and the objects in the other memory are
 * nobody's: a second run leaves the opt-out as it is. */
#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject *names;
} Context;

static char *at_exit_memory = NULL;

static void
at_exit(void)
{
    free(at_exit_memory);
    at_exit_memory = NULL;
}

typedef struct {
    Context *context;
    int noted;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
open_context(spam_state *state)
{
    if (state->context != NULL) {
        return 0;
    }
    state->context = (Context *)PyMem_Calloc(1, sizeof(Context));
    if (state->context == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    state->context->names = PyList_New(0);
    if (state->context->names == NULL) {
        PyMem_Free(state->context);
        state->context = NULL;
        return -1;
    }
    return 0;
}

static PyObject *
names(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    state->noted++;
    if (open_context(state) < 0) {
        return NULL;
    }
    Py_INCREF(state->context->names);
    return state->context->names;
}

static PyMethodDef spam_methods[] = {
    {"names", names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *Py_UNUSED(module))
{
    at_exit_memory = malloc(16);
    if (at_exit_memory == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    if (Py_AtExit(at_exit) < 0) {
        free(at_exit_memory);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
