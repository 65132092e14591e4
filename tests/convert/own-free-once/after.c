/* An m_free that releases what the process has: a module object whose import fails, or which is
 * rejected, does not run it. */
#include <Python.h>

static PyObject *Name, *List;

static PyObject *
spam_name(PyObject *module, PyObject *args)
{
    (void)module;
    (void)args;
    return PySequence_Concat(List, Name);
}

static void
drop(PyObject *object)
{
    Py_DECREF(object);
}

static void
spam_free(PyObject *module)
{
    (void)module;
    drop(Name);
    Py_DECREF(List);
}

static PyMethodDef spam_methods[] = {
    {"name", spam_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

/* The only module object that may use the static variables; 1 when it is gone:
 * they outlive it, and no other can have them. */
static uintptr_t spam_owner;
#ifdef Py_GIL_DISABLED
static PyMutex spam_once_mutex;
#define SPAM_LOCK_OWNER() PyMutex_Lock(&spam_once_mutex)
#define SPAM_UNLOCK_OWNER() PyMutex_Unlock(&spam_once_mutex)
#else /* protected by the GIL */
#define SPAM_LOCK_OWNER()
#define SPAM_UNLOCK_OWNER()
#endif

static int
spam_exec_once(PyObject *module)
{
    SPAM_LOCK_OWNER();
    if (spam_owner != 0) {
        SPAM_UNLOCK_OWNER();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    spam_owner = (uintptr_t)module;
    SPAM_UNLOCK_OWNER();
    if (spam_exec(module) < 0) {
        SPAM_LOCK_OWNER();
        spam_owner = 0;
        SPAM_UNLOCK_OWNER();
        return -1;
    }
    return 0;
}

static void
spam_free_once(void *module)
{
    SPAM_LOCK_OWNER();
    if (spam_owner != (uintptr_t)module) {
        SPAM_UNLOCK_OWNER();
        return;
    }
    SPAM_UNLOCK_OWNER();
    spam_free(module);
    SPAM_LOCK_OWNER();
    spam_owner = 1;
    SPAM_UNLOCK_OWNER();
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec_once},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    /* All interpreters share the static variables. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    "A module.",
    0,
    spam_methods, spam_slots, NULL, NULL, (freefunc)spam_free_once
};

static int
spam_exec(PyObject *Py_UNUSED(module))
{
    Name = PyUnicode_FromString("spam");
    if (Name == NULL) {
        return -1;
    }
    List = PyList_New(0);
    if (List == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
