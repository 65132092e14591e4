// A container of objects stays, and what else moves goes with a module that is loaded once.
#include <Python.h>
#include <map>
#include <string>

static std::map<std::string, PyObject *> codecs;

typedef struct {
    PyObject *Error;
    int depth;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
add(PyObject *self, PyObject *args)
{
    const char *name;
    PyObject *function;
    if (!PyArg_ParseTuple(args, "sO", &name, &function))
        return NULL;
    if (!PyCallable_Check(function)) {
        spam_state *state = get_spam_state(self);
        PyErr_SetString(state->Error, "not callable");
        return NULL;
    }
    if (codecs.count(name) == 0) {
        Py_INCREF(function);
        codecs[name] = function;
    }
    Py_RETURN_NONE;
}

static PyObject *
encode(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    const char *name;
    PyObject *value, *result;
    if (!PyArg_ParseTuple(args, "sO", &name, &value))
        return NULL;
    auto found = codecs.find(name);
    if (found == codecs.end() || state->depth > 9) {
        PyErr_Format(state->Error, "no codec %s", name);
        return NULL;
    }
    state->depth++;
    result = PyObject_CallFunctionObjArgs(found->second, value, NULL);
    state->depth--;
    return result;
}

static PyMethodDef methods[] = {
    {"add", add, METH_VARARGS, NULL},
    {"encode", encode, METH_VARARGS, NULL},
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
    {Py_mod_exec, (void *)spam_exec_once},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    /* All interpreters share the static variables. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Error = PyErr_NewException("spam.Error", PyExc_LookupError, NULL);
    if (state->Error == NULL
        || PyModule_AddObjectRef(m, "Error", state->Error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
